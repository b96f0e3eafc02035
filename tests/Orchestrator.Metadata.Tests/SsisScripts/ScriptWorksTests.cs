using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Scripts;

namespace Orchestrator.Metadata.Tests.SsisScripts;

/// <summary>What is known of scripts, and what is not.</summary>
internal sealed class ScriptWorksTests
{
    private const string Success = "Dts.TaskResult = (int)ScriptResults.Success;";

    [TestCase("MessageBox.Show(\"Hello\");")]
    [TestCase("System.Windows.Forms.MessageBox.Show(Dts.Variables[\"S\"].Value.ToString(), \"Title\");")]
    [TestCase("MessageBox.Show(\"a\", \"b\", MessageBoxButtons.OK, MessageBoxIcon.Information);")]
    [TestCase("bool again = true; Dts.Events.FireInformation(0, \"Load\", \"at \" + DateTime.Now.ToString(), \"\", 0, "
        + "ref again);")]
    [TestCase("Dts.Events.FireWarning(1, \"Load\", string.Format(\"{0} of {1:N0}\", 1, Dts.Variables[\"N\"].Value), "
        + "string.Empty, 0);")]
    [TestCase("Dts.Log($\"{Dts.Variables[\"User::N\"].Value} rows {{x}}\\n\", 0, null);")]
    [TestCase("Console.WriteLine(@\"C:\\in \"\"x\"\"\"); System.Diagnostics.Debug.WriteLine('a');")]
    [TestCase("string a, b; a = Dts.Variables[\"S\"].Value.ToString(); b = (a).Trim(); a += \"\\r\\n\" + b; "
        + "MessageBox.Show(a);")]
    [TestCase("Variables all = null; Dts.VariableDispenser.LockForRead(\"User::S\"); "
        + "Dts.VariableDispenser.GetVariables(ref all); MessageBox.Show(all[0].Value.ToString()); all.Unlock();")]
    [TestCase("Dts.Log(\"a\", 0, new byte[0]);")]
    [TestCase("if (Dts.Variables.Contains(\"S\")) MessageBox.Show(\"a\"); else { Console.Write(\"b\"); }")]
    [TestCase("try { MessageBox.Show(Environment.MachineName); } catch (Exception e) { "
        + "Dts.Events.FireError(0, \"x\", e.Message, \"\", 0); Dts.TaskResult = (int)ScriptResults.Failure; }")]
    [TestCase("try { Console.WriteLine(\"a\"); } catch { throw; } finally { Console.WriteLine(\"b\"); } return;")]
    public void A_script_that_only_tells_sets_nothing(string main)
    {
        var work = ScriptSample.Of($"{Success} {main}");

        Assert.That(work.Refused, Is.Null);
        Assert.That((work.Sets.Count, work.Tells), Is.EqualTo((0, true)));
    }

    [Test]
    public void A_script_that_does_nothing_is_known_and_tells_nothing()
    {
        var work = ScriptSample.Of($"// nothing yet\n{Success}");

        Assert.That((work.IsKnown, work.Tells, work.Sets.Count), Is.EqualTo((true, false, 0)));
    }

    [TestCase("System.IO.File.WriteAllText(\"a\", \"b\");", "it calls File.WriteAllText")]
    [TestCase("if (File.Exists(\"a\")) { }", "it calls File.Exists")]
    [TestCase("Load(1);", "it calls Load")]
    [TestCase("MessageBox.Show(Load());", "it calls Load")]
    [TestCase("Dts.Connections[\"Dw\"].AcquireConnection(null);", "it calls AcquireConnection")]
    [TestCase("Dts.Connections[\"Dw\"].ConnectionString = \"x\";", "it sets ConnectionString")]
    [TestCase("Environment.Exit(1);", "it calls Environment.Exit")]
    [TestCase("Dts.Events.FireError(0, \"a\", \"b\", \"\", 0);", "raises an error")]
    [TestCase("Dts.Events.FireCustomEvent(\"a\", \"b\", null, \"c\", ref again);",
        "it calls Dts.Events.FireCustomEvent")]
    [TestCase("Dts.TaskResult = (int)ScriptResults.Failure;", "whether it fails")]
    [TestCase("if ((int)Dts.Variables[\"N\"].Value > 1) Dts.TaskResult = (int)ScriptResults.Failure;",
        "whether it fails")]
    [TestCase("Dts.TaskResult = (int)(true ? ScriptResults.Success : ScriptResults.Failure);", "whether it fails")]
    [TestCase("throw new Exception(\"a\");", "fails on purpose")]
    [TestCase("try { return; } finally { }", "ends on its way")]
    [TestCase("try { Console.Write(\"a\"); } catch { return; } Dts.Variables[\"S\"].Value = \"a\";",
        "behind a catch that may have ended it")]
    [TestCase("Dts.Variables[\"B\"].Value = 1 > 2 && this.Foreign();", "it calls this.Foreign")]
    [TestCase("int a = int.Parse(Dts.Variables[\"S\"].Value.ToString());", "it calls int.Parse, which may fail")]
    [TestCase("_path = \"a\";", "it sets _path")]
    [TestCase("MessageBox.Show(_path);", "it uses '_path'")]
    [TestCase("foreach (var a in b) { }", "'foreach' is not read there")]
    [TestCase("for (int i = 0; i < 1; i++) { }", "'for' is not read there")]
    [TestCase("Dts.Log(\"a\", 0, new byte[1]);", "'new' is not read there")]
    [TestCase("var a = new StringBuilder();", "'new' is not read there")]
    [TestCase("var a = () => { };", "is not read there")]
    [TestCase("System.Diagnostics.Process.Start(\"cmd\");", "it calls System.Diagnostics.Process.Start")]
    [TestCase("Dts.Variables[\"S\"].Value = \"a", "quotation mark")]
    [TestCase("#if DEBUG\n#endif", "directives")]
    [TestCase("string Path = \"a\";", "of its own 'Path'")]
    [TestCase("try { Dts.Variables[\"S\"].Value = \"a\"; } catch { }", "it goes on where something fails")]
    [TestCase("try { Dts.Variables[\"S\"].Value = \"a\"; } catch { Dts.Variables[\"T\"].Value = \"b\"; throw; }",
        "sets variables where something fails")]
    [TestCase("try { Dts.Variables[\"S\"].Value = \"a\"; } catch { Dts.TaskResult = (int)ScriptResults.Failure; } "
        + "Dts.TaskResult = (int)ScriptResults.Success;", "succeeds also where something has failed")]
    public void Whatever_is_not_known_is_refused_by_its_name(string main, string why)
    {
        var work = ScriptSample.Of(main);

        Assert.That(work.Refused, Does.Contain(why));
        Assert.That(work.Sets, Is.Empty);
    }

    [TestCase("private string _a = System.IO.File.ReadAllText(\"x\");", "a field of its class")]
    [TestCase("public ScriptMain() { }", "'ScriptMain' of its own")]
    [TestCase("class MessageBox { public static void Show(string a) { } }", "'MessageBox' of its own")]
    [TestCase("object Dts { get { return null; } }", "'Dts' of its own")]
    [TestCase("static Evil a, MessageBox, b;", "'MessageBox' of its own")]
    [TestCase("void Main() { }", "several methods")]
    [TestCase("int Main(int a) { return a; }", "several methods")]
    [TestCase("class B { void Main() { } }", "'B' of its own")]
    [TestCase("enum MyResults { Success = 1 }", "'MyResults' of its own")]
    [TestCase("protected override void Dispose() { }", "'void' of its own")]
    public void A_class_that_does_more_than_its_method_is_refused(string members, string why) =>
        Assert.That(ScriptSample.Of(Success, members).Refused, Does.Contain(why));

    [TestCase("private string _a = \"x\"; private int _b; string Helper() { return _a; }")]
    [TestCase("public const string Name = \"x\";")]
    public void Members_that_nobody_asks_change_nothing(string members) =>
        Assert.That(ScriptSample.Of(Success, members).IsKnown, Is.True);

    [TestCase("JScript", "Main", "ScriptMain.js", "only text in C# and Visual Basic is read")]
    [TestCase("VisualBasic", "Main", "ScriptMain.vb", "it has not one method Main")]
    [TestCase("CSharp", "Start", "ScriptMain.cs", "it begins with Start")]
    [TestCase("CSharp", "Main", "Other.txt", "it has not one method Main")]
    public void Other_scripts_are_not_read(string language, string entry, string file, string why)
    {
        var code = new ScriptCode { Language = language, EntryPoint = entry, Files = [new ScriptFile(file, "")] };

        Assert.That(ScriptWorks.Of(code, _ => null).Refused, Is.EqualTo(why));
    }

    [TestCase("(", ")")]
    [TestCase("- ", "")]
    [TestCase("!", "")]
    [TestCase("(int)", "")]
    [TestCase("Math.Max(1, ", ")")]
    [TestCase("true ? 1 : ", "")]
    public void What_lies_deep_within_itself_is_refused_and_not_followed(string open, string close) => Assert.That(
        ScriptSample.Of($"int a = {Repeated(open, 10_000)}1{Repeated(close, 10_000)};").Refused,
        Does.Contain("within one another"));

    [TestCase("{", "}")]
    [TestCase("if (true) ", "")]
    [TestCase("try {", "} finally { }")]
    public void Statements_that_lie_deep_within_each_other_are_refused(string open, string close) => Assert.That(
        ScriptSample.Of($"{Repeated(open, 10_000)};{Repeated(close, 10_000)}").Refused,
        Does.Contain("within one another"));

    [TestCase(" + 1")]
    [TestCase(".ToString()")]
    [TestCase("[0]")]
    public void What_is_long_in_one_row_is_refused(string more) => Assert.That(
        ScriptSample.Of($"int b = 1; var a = b{Repeated(more, 10_000)};").Refused, Does.Contain("over one another"));

    [Test]
    public void A_long_text_is_read_within_its_bounds()
    {
        var comment = $"// {Repeated("x", 1_000_000)}\n";
        var known = ScriptSample.Of($"{comment}MessageBox.Show(\"{Repeated("y", 500_000)}\"); {Success}");
        var many = ScriptSample.Of(Repeated("Console.WriteLine(\"a\"); ", 20_000) + Success);
        var tooLong = ScriptSample.Of(comment + comment + comment);

        Assert.That((known.Refused, many.Refused), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(tooLong.Refused, Does.Contain("longer than"));
    }

    [Test]
    public void A_text_that_doubles_itself_is_open_and_does_not_grow()
    {
        var work = ScriptSample.Of("string a = Dts.Variables[\"S\"].Value.ToString(); "
            + Repeated("a = a + a; ", 200) + "Dts.Variables[\"T\"].Value = a;");

        Assert.That((work.Refused, work.Sets.Single().Expression, work.Sets.Single().Why),
            Is.EqualTo(((string?)null, (string?)null, "what it reckons is too long")));
    }

    [Test]
    public void No_text_that_is_cut_anywhere_stops_the_reading()
    {
        const string main = "if (a == 1) { MessageBox.Show($\"{Dts.Variables[\"S\"].Value:N0}\" + @\"x\" + 'c'); }";
        for (var length = 0; length <= main.Length; length++)
        {
            var text = $"class ScriptMain : VSTARTScriptObjectModelBase {{ void Main() {{ {main[..length]}";

            Assert.That(() => ScriptSample.OfText(text), Throws.Nothing);
            Assert.That(() => ScriptSample.OfText($"{text} }} }}"), Throws.Nothing);
            Assert.That(() => ScriptSample.OfText($"{text} }} }} }}"), Throws.Nothing);
        }
    }

    private static string Repeated(string text, int times) => string.Concat(Enumerable.Repeat(text, times));
}
