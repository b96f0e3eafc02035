namespace Orchestrator.Metadata.Tests.SsisScripts;

/// <summary>Methods and fields of a script's own, with the values that <see cref="ScriptValuesTests"/> says.</summary>
internal sealed class OwnMethodTests
{
    private const string Success = "Dts.TaskResult = (int)ScriptResults.Success;";

    [TestCase("Say(\"a\" + 1);", "private void Say(string text) { MessageBox.Show(text); }")]
    [TestCase("this.Say(\"a\", 2);",
        "bool _again = true; void Say(string a, int b) { Dts.Events.FireInformation(b, a, a, \"\", 0, ref _again); }")]
    [TestCase("try { Say(); } catch (Exception e) { Fail(e.Message); Dts.TaskResult = (int)ScriptResults.Failure; }",
        "static void Say() { Console.Write(\"a\"); } void Fail(string a) { Dts.Events.FireError(0, a, a, \"\", 0); }")]
    public void A_method_that_tells_is_followed(string main, string members)
    {
        var work = ScriptSample.Of($"{main} {Success}", members);

        Assert.That(work.Refused, Is.Null);
        Assert.That((work.Sets.Count, work.Tells), Is.EqualTo((0, true)));
    }

    [TestCase("Set(Half(9) + 1);", "int Half(int a) { return a / 2; } "
        + "void Set(int a) { Dts.Variables[\"N\"].Value = a; }", "5")]
    [TestCase("Dts.Variables[\"T\"].Value = Name(Dts.Variables[\"S\"].Value.ToString());",
        "string Name(string path) { if (path == _none) { return \"nothing\"; } string name = Path.GetFileName(path); "
        + "return name.ToUpper(); } const string _none = \"\";", "SALES.OLD.CSV")]
    [TestCase("Dts.Variables[\"N\"].Value = Of((int)Dts.Variables[\"N\"].Value);",
        "int Of(int a) { if (a > 9) return 1; else if (a > 5) { return 2; } a = 3; return a; }", "2")]
    [TestCase("_a = \"x\"; Add(\"y\"); Dts.Variables[\"T\"].Value = _a + _b;",
        "string _a, _b = \"z\"; private void Add(string _b) { this._a += _b; }", "xyz")]
    [TestCase("Dts.Variables[\"L\"].Value = Twice(4);", "private long Twice(long a) { return a * 2; }", "8")]
    [TestCase("int _a = 1; Dts.Variables[\"N\"].Value = _a;", "string _a = \"x\";", "1")]
    [TestCase("if (!IsIt()) return; Dts.Variables[\"N\"].Value = 4;",
        "bool IsIt() { return (bool)Dts.Variables[\"B\"].Value; }", "4")]
    [TestCase("Dts.Variables[\"N\"].Value = 1; "
        + "Dts.Variables[\"T\"].Value = \"\" + Next() + Dts.Variables[\"N\"].Value; "
        + "Dts.Variables[\"N\"].Value = 7;",
        "int Next() { int was = (int)Dts.Variables[\"N\"].Value; Dts.Variables[\"N\"].Value = was + 1; return was; }",
        "12")]
    public void What_a_method_sets_and_gives_back_is_what_it_is_there(string main, string members, string expected)
    {
        var work = ScriptSample.Of($"{main} {Success}", members);

        Assert.That(ScriptSample.Result(work with { Sets = [.. work.Sets.Where(each => each.Expression != "7")] }),
            Is.EqualTo(expected));
    }

    [TestCase("Say();", "void Say() { System.IO.File.ReadAllText(\"a\"); }", "it calls File.ReadAllText")]
    [TestCase("Say(1);", "void Say(int a) { Console.Write(a); } void Say(string a) { }", "it calls Say")]
    [TestCase("Say(1);", "void Say(int a) { Console.Write(a); } [Obsolete] List<int> Say(string a) { }",
        "it calls Say")]
    [TestCase("int a = 1; Say(ref a);", "void Say(ref int a) { a = 2; }", "it calls Say")]
    [TestCase("Say();", "[Conditional(\"DEBUG\")] void Say() { }", "it calls Say")]
    [TestCase("Say();", "void Say() { Say(); }", "call each other too often")]
    [TestCase("Say();", "void Say() { MessageBox.Show(\"a\" + x); }", "it uses 'x'")]
    [TestCase("int x = 1; Say();", "void Say() { MessageBox.Show(\"a\" + x); }", "it uses 'x'")]
    [TestCase("MessageBox.Show(_a);", "static string _a = \"x\";", "it uses '_a'")]
    [TestCase("if (1 > 2) { int _a = 1; } Console.Write(_a);", "string _a = \"x\";",
        "'_a' is a field and a variable as well")]
    [TestCase("Stop();", "void Stop() { Dts.TaskResult = (int)ScriptResults.Failure; }", "whether it fails")]
    [TestCase("Stop();", "void Stop() { throw new Exception(); }", "fails on purpose")]
    [TestCase("bool a = (bool)Dts.Variables[\"B\"].Value && Set();",
        "bool Set() { Dts.Variables[\"N\"].Value = 1; return true; }", "sets something within a condition")]
    [TestCase("try { Dts.Variables[\"S\"].Value = \"a\"; } "
        + "catch { Dts.TaskResult = (int)ScriptResults.Failure; End(); }",
        "void End() { Dts.TaskResult = (int)ScriptResults.Success; }", "whether it fails")]
    [TestCase("Set(); Dts.TaskResult = (int)ScriptResults.Success;", "void Set() { try { Dts.Variables[\"S\"].Value = "
        + "\"a\"; } catch { Dts.TaskResult = (int)ScriptResults.Failure; return; } }",
        "succeeds also where something has failed")]
    [TestCase("MessageBox.Show(Get());", "string Get() { string a = \"\"; try { a = \"b\"; } catch { return \"c\"; } "
        + "return a; }", "gives something back where something fails")]
    public void Whatever_is_not_known_of_a_method_refuses_the_script(string main, string members, string why) =>
        Assert.That(ScriptSample.Of(main, members).Refused, Does.Contain(why));

    [TestCase("double a = 5; Dts.Variables[\"N\"].Value = (int)(a / 2 * 2);", "a cast to double")]
    [TestCase("double a; a = 5; Dts.Variables[\"N\"].Value = (int)(a / 2 * 2);", "a cast to double")]
    [TestCase("var a = 1.5; a = 5; Dts.Variables[\"N\"].Value = (int)(a / 2 * 2);", "the type of what it began with")]
    [TestCase("long a = 5; Dts.Variables[\"N\"].Value = a;", "'User::N' is Int32")]
    [TestCase("object a = Dts.Variables[\"S\"].Value.ToString(); Dts.Variables[\"B\"].Value = a == \"x\";",
        "the operator ==")]
    public void What_a_variable_is_given_becomes_of_its_type(string main, string why) =>
        Assert.That(ScriptSample.Result(main), Does.StartWith("open: ").And.Contain(why));

    [Test]
    public void Methods_that_call_many_others_are_not_followed_without_end()
    {
        var work = ScriptSample.Of(string.Concat(Enumerable.Repeat("A();", 5000)), "void A() { Console.Write(1); }");
        var ends = ScriptSample.Of(string.Concat(Enumerable.Repeat("if (1 > 2) return; ", 5000)));

        Assert.That(work.Refused, Does.Contain("its methods call each other too often, as A"));
        Assert.That(ends.Refused, Does.Contain("it may end in more than 60 places"));
    }
}
