namespace Orchestrator.Metadata.Tests.SsisScripts;

/// <summary>Scripts that check something by what fails.</summary>
internal sealed class ScriptDoubtTests
{
    private const string Success = "Dts.TaskResult = (int)ScriptResults.Success;";
    private const string S = "Dts.Variables[\"S\"].Value.ToString()";
    private const string Failing = "catch (Exception e) { Dts.Events.FireError(0, \"\", e.Message, \"\", 0); "
        + "Dts.TaskResult = (int)ScriptResults.Failure; }";

    [TestCase($"string part = {S}.Split('_')[1]; int n = int.Parse(part);", "a place in something")]
    [TestCase($"int n = int.Parse({S}.Trim());", "calls int.Parse")]
    [TestCase($"int n = Convert.ToInt32({S}.Trim());", "calls Convert.ToInt32")]
    [TestCase("DateTime d = Convert.ToDateTime(Dts.Variables[\"O\"].Value);", "'O', which is not known")]
    [TestCase($"string part = {S}.Substring(0, 5);", "calls Substring")]
    [TestCase("int n = 1 / (int)Dts.Variables[\"N\"].Value;", "divides by what may be 0")]
    [TestCase("int n = 5 % 0;", "divides by what may be 0")]
    [TestCase("int n = (int)Dts.Variables[\"S\"].Value;", "makes int of something")]
    [TestCase("MessageBox.Show(Dts.Variables[\"Nowhere\"].Value.ToString());", "'Nowhere', which is not known")]
    [TestCase("Dts.VariableDispenser.LockForRead(\"Nowhere\");", "'Nowhere', which is not known")]
    [TestCase("string a = null; MessageBox.Show(a.Trim());", "calls Trim of what may be nothing")]
    [TestCase("MessageBox.Show(Say(null));", "calls Trim of what may be nothing")]
    [TestCase("MessageBox.Show(string.Format(\"{1}\", 1));", "calls string.Format")]
    [TestCase("var d = DateTime.Now.AddDays((int)Dts.Variables[\"N\"].Value);", "calls AddDays")]
    public void What_may_fail_is_more_than_nothing(string main, string why)
    {
        const string say = "string Say(string a) { return a.Trim(); }";

        Assert.That(ScriptSample.Of($"{main} {Success}", say).Refused, Does.Contain(why).And.Contain("may fail"));
        Assert.That(ScriptSample.Of($"try {{ {main} {Success} }} {Failing}", say).Refused, Does.Contain("may fail"));
    }

    [Test]
    public void What_stands_behind_it_is_not_set_in_all_cases()
    {
        Assert.That(ScriptSample.Of($"try {{ int n = int.Parse({S}.Trim()); }} "
            + "catch { Dts.TaskResult = (int)ScriptResults.Failure; return; } Dts.Variables[\"N\"].Value = 1;").Refused,
            Does.Contain("calls int.Parse, which may fail"));
        Assert.That(ScriptSample.Of($"string a = {S}.Substring(0, 2); if ((bool)Dts.Variables[\"B\"].Value) "
            + "{ Dts.Variables[\"T\"].Value = a; }").Refused, Does.Contain("calls Substring, which may fail"));
    }

    [TestCase($"Dts.Variables[\"T\"].Value = {S}.Substring(0, 2);", "C:")]
    [TestCase($"string a = {S}.Substring(0, 2); Dts.Variables[\"T\"].Value = a.ToLower() + \"x\";", "c:x")]
    [TestCase($"if ({S}.Substring(0, 2) == \"C:\") {{ Dts.Variables[\"N\"].Value = 1; }}", "1")]
    [TestCase("Dts.Variables[\"N\"].Value = 21 / (int)Dts.Variables[\"N\"].Value;", "3")]
    [TestCase("Dts.Variables[\"T\"].Value = DateTime.Now.AddDays((int)Dts.Variables[\"N\"].Value).ToString("
        + "\"yyyyMMdd\");", "20260308")]
    public void What_fails_in_the_same_cases_is_known(string main, string expected)
    {
        Assert.That(ScriptSample.Result(main), Is.EqualTo(expected));
        Assert.That(ScriptSample.Result($"try {{ {main} {Success} }} {Failing}"), Is.EqualTo(expected));
    }

    [TestCase("MessageBox.Show(Dts.Variables[\"System::PackageName\"].Value.ToString());")]
    [TestCase("int n = 7 / 2; MessageBox.Show((n % 2).ToString());")]
    [TestCase("MessageBox.Show(DateTime.Now.AddDays(-1).ToString().Replace(\"/\", \"-\").Trim());")]
    [TestCase($"if ({S} == null || {S}.StartsWith(\"a\")) {{ MessageBox.Show(\"a\"); }}")]
    public void What_cannot_fail_is_told(string main) =>
        Assert.That(ScriptSample.Of($"{main} {Success}").Refused, Is.Null);

    [TestCase("catch { Dts.TaskResult = (int)ScriptResults.Failure; { Dts.TaskResult = (int)ScriptResults.Success; } }",
        "whether it fails")]
    [TestCase("catch { if (true) Dts.TaskResult = (int)ScriptResults.Success; "
        + "Dts.TaskResult = (int)ScriptResults.Failure; }", "whether it fails")]
    [TestCase("catch { Dts.TaskResult = (int)ScriptResults.Failure; return; } "
        + "finally { Dts.TaskResult = (int)ScriptResults.Success; }", "succeeds also")]
    public void A_failure_that_succeeds_in_the_end_is_refused(string caught, string why) => Assert.That(
        ScriptSample.Of($"try {{ Dts.Variables[\"T\"].Value = {S}.Substring(0, 5); }} {caught}").Refused,
        Does.Contain(why));
}
