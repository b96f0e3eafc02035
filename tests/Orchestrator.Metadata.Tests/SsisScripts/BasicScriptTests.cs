namespace Orchestrator.Metadata.Tests.SsisScripts;

/// <summary>Scripts in Visual Basic, with the values that <see cref="ScriptValuesTests"/> says.</summary>
internal sealed class BasicScriptTests
{
    [TestCase("MsgBox(\"Hello\")")]
    [TestCase("msgbox(Dts.Variables(\"S\").Value.ToString & \" it's\", MsgBoxStyle.Information)")]
    [TestCase("Dim a As String, b As String\na = Dts.Variables(\"S\").Value.ToString\nb = \"x: \" & a\n"
        + "b += ControlChars.CrLf & _\n  \"y\"\nMessageBox.Show(b)")]
    [TestCase("Dim again As Boolean\nDts.Events.FireInformation(0, \"Load\", CStr(Now), Nothing, 0, again)")]
    [TestCase("Dim all As Variables = Nothing\nDts.VariableDispenser.LockForRead(\"S\")\n"
        + "Dts.VariableDispenser.GetVariables(all)\nMsgBox(\"is \" & CStr(all(0).Value)) : all.Unlock()")]
    [TestCase("Try\nConsole.WriteLine(\"a \"\"b\"\"\")\nCatch ex As Exception\n"
        + "Dts.Events.FireError(0, \"\", ex.Message, \"\", 0)\n"
        + "Dts.TaskResult = ScriptResults.Failure\nReturn\nEnd Try")]
    [TestCase("If CInt(Dts.Variables(\"N\").Value) > 1 AndAlso Not False Then MsgBox(\"a\")")]
    public void A_script_that_only_tells_sets_nothing(string main)
    {
        var work = ScriptSample.OfBasic($"{main}\nDts.TaskResult = ScriptResults.Success");

        Assert.That(work.Refused, Is.Null);
        Assert.That((work.Sets.Count, work.Tells), Is.EqualTo((0, true)));
    }

    [TestCase("Dts.Variables(\"T\").Value = Dts.Variables(\"User::N\").Value & \"-\" & True", "7-True")]
    [TestCase("Dts.Variables.Item(\"N\").Value = CInt(Dts.Variables(\"N\").Value) * 3 \\ 2 + 9 Mod 4", "11")]
    [TestCase("Dim a As String = Dts.Variables(\"S\").Value\nDts.Variables(\"T\").Value = UCase(a).Substring(0, 2)",
        "C:")]
    [TestCase("Dim all As Variables = Nothing\nDts.VariableDispenser.LockOneForWrite(\"N\", all)\n"
        + "all(\"N\").Value = 5\nall.Unlock()", "5")]
    [TestCase("Dts.Variables(\"T\").Value = Today.AddDays(-1).ToString(\"yyyyMMdd\")", "20260228")]
    [TestCase("If Dts.Variables(\"S\").Value.ToString = \"x\" Then\nDts.Variables(\"N\").Value = 1\n"
        + "ElseIf Dts.Variables(\"T\").Value.ToString() <> \"\" Then\nDts.Variables(\"N\").Value = 2\n"
        + "Else\nDts.Variables(\"N\").Value = 3\nEnd If", "3")]
    public void What_it_sets_is_what_it_is_there(string main, string expected) =>
        Assert.That(ScriptSample.Result(ScriptSample.OfBasic(main)), Is.EqualTo(expected));

    [TestCase("Dts.Variables(\"T\").Value = Dts.Variables(\"S\").Value + Dts.Variables(\"T\").Value", "what + does")]
    [TestCase("Dts.Variables(\"N\").Value = 3 / 2", "a division with a point")]
    [TestCase("Dim a As String = 5\nDts.Variables(\"T\").Value = a", "a cast to String")]
    public void What_has_no_equal_is_open_and_says_so(string main, string why) =>
        Assert.That(ScriptSample.Result(ScriptSample.OfBasic(main)), Does.StartWith("open: ").And.Contain(why));

    [TestCase("Dim a As New System.IO.StreamWriter(\"x\")", "'New' is not read there")]
    [TestCase("For Each a In b\nNext", "'Each' is not read there")]
    [TestCase("On Error Resume Next", "'Error' is not read there")]
    [TestCase("If Directory.Exists(\"x\") = True Then\nEnd If", "it calls Directory.Exists")]
    [TestCase("If True Then\nDts.TaskResult = ScriptResults.Failure\nEnd If", "whether it fails")]
    [TestCase("If True Then MsgBox(\"a\") Else MsgBox(\"b\")", "'Else' is not read there")]
    [TestCase("all(\"S\").Value = 1", "it sets Value")]
    [TestCase("MsgBox(\"a", "quotation mark")]
    [TestCase("#If DEBUG Then\n#End If", "directives")]
    [TestCase("Kill(\"x\")", "it calls Kill")]
    public void Whatever_is_not_known_is_refused_by_its_name(string main, string why) =>
        Assert.That(ScriptSample.OfBasic(main).Refused, Does.Contain(why));

    [TestCase("Private a As String = System.IO.File.ReadAllText(\"x\")", "does more than its method")]
    [TestCase("Private a As New Helper()", "does more than its method")]
    [TestCase("Public Sub New()\nEnd Sub", "does more than its method")]
    [TestCase("Sub MsgBox(a As String)\nEnd Sub", "does more than its method")]
    [TestCase("Dim a, MessageBox As Evil", "does more than its method")]
    [TestCase("Public Overrides Sub A()\nEnd Sub", "does more than its method")]
    [TestCase("Class A\nEnd Class", "does more than its method")]
    [TestCase("Sub Main()\nEnd Sub", "several methods")]
    [TestCase("Function Main()\nEnd Function", "several methods")]
    public void A_class_that_does_more_than_its_method_is_refused(string members, string why) =>
        Assert.That(ScriptSample.OfBasic("", members).Refused, Does.Contain(why));

    [TestCase("Imports Acme.Ui\n", "", "names may be those of 'Acme.Ui'")]
    [TestCase("Imports A = System.IO.File\n", "", "a meaning of its own")]
    [TestCase("Option Compare Text\n", "", "a meaning of its own")]
    [TestCase("Class A\nEnd Class\n", "", "more than the one class")]
    [TestCase("", "\nModule A\nEnd Module", "more than the one class")]
    [TestCase("' a\u2028Class A\nEnd Class\n", "", "a line of it ends")]
    [TestCase("<A(\"\u201D)> \n", "", "a quotation mark")]
    public void A_text_of_another_shape_is_refused(string before, string after, string why)
    {
        const string main = "Public Class ScriptMain\nInherits VSTARTScriptObjectModelBase\n"
            + "Public Sub Main()\nMsgBox(\"a\")\nEnd Sub\nEnd Class";

        Assert.That(ScriptSample.OfText(main, "VisualBasic", "vb").Refused, Is.Null);
        Assert.That(ScriptSample.OfText(before + main + after, "VisualBasic", "vb").Refused, Does.Contain(why));
    }

    [TestCase("Enum ScriptResults\nSuccess = 1\nFailure = 0\nEnd Enum\n")]
    [TestCase("")]
    public void Results_of_other_values_are_not_known(string results) => Assert.That(ScriptSample.OfText(
        $"Public Class ScriptMain\nInherits VSTARTScriptObjectModelBase\n{results}"
            + "Public Sub Main()\nDts.TaskResult = ScriptResults.Success\nEnd Sub\nEnd Class", "VisualBasic", "vb")
        .Refused, Is.Not.Null);

    [TestCase("Dim a As Integer = CInt(Dts.Variables(\"S\").Value)", "makes int of something")]
    [TestCase("Dim a As Date = Dts.Variables(\"S\").Value", "makes DateTime of something")]
    [TestCase("Dim a = 1\nDim b As Boolean = Dts.Variables(\"S\").Value = 1", "compares values of several types")]
    [TestCase("Dim a As Acme.Evil", "nothing is known of the type 'Acme.Evil'")]
    public void What_may_fail_is_more_than_nothing(string main, string why) =>
        Assert.That(ScriptSample.OfBasic(main).Refused, Does.Contain(why));

    [TestCase("(", ")")]
    [TestCase("Not ", "")]
    [TestCase("- ", "")]
    public void What_lies_deep_within_itself_is_refused_and_not_followed(string open, string close) => Assert.That(
        ScriptSample.OfBasic($"MsgBox({Repeated(open)}1{Repeated(close)})").Refused,
        Does.Contain("within one another"));

    [Test]
    public void No_text_that_is_cut_anywhere_stops_the_reading()
    {
        const string text = "Public Class ScriptMain\nInherits VSTARTScriptObjectModelBase\nSub Main()\n"
            + "If CType(Dts.Variables(\"S\").Value, String) = \"x\" Then ' a\n"
            + "MsgBox(\"a\"\"b\", _\n 1)\nElse\nTry\nx &= \"c\"c\nCatch e As Exception\nEnd Try\nEnd If\n"
            + "End Sub\nEnd Class";
        for (var length = 0; length <= text.Length; length++)
        {
            Assert.That(() => ScriptSample.OfText(text[..length], "VisualBasic", "vb"), Throws.Nothing);
        }
    }

    private static string Repeated(string text) => string.Concat(Enumerable.Repeat(text, 10_000));
}
