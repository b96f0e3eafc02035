using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Scripts;

namespace Orchestrator.Metadata.Tests.SsisScripts;

/// <summary>Texts that look like a script that only tells something, and mean something else.</summary>
internal sealed class ScriptShapeTests
{
    private const string Evil = "System.IO.File.Delete(\"x\");";
    private const string Tell = "public void Main() { MessageBox.Show(\"a\"); Dts.TaskResult = "
        + "(int)ScriptResults.Success; }";

    private const string Results = "enum ScriptResults { Success = DTSExecResult.Success, "
        + "Failure = DTSExecResult.Failure };";

    [Test]
    public void The_text_of_a_designer_is_known() => Assert.That(Of(Text()).Refused, Is.Null);

    [TestCase("MessageBox")]
    [TestCase("Debug")]
    [TestCase("Path")]
    [TestCase("Other")]
    public void A_type_in_a_second_file_is_refused(string name) => Assert.That(
        Of(Text(), $"namespace ST_1 {{ static class {name} {{ static void Show(string a) {{ {Evil} }} }} }}").Refused,
        Does.Contain("several files"));

    [TestCase("namespace ST_1 { public partial  class ScriptMain { static ScriptMain() { } } }")]
    [TestCase("namespace ST_1.Properties { class Settings { static Settings() { System.IO.File.Delete(\"x\"); } } }")]
    [TestCase("namespace ST_1 { partial class Settings { } class Resources { } }")]
    [TestCase("global using MessageBox = Evil;")]
    public void A_second_file_is_only_what_a_designer_writes(string other) =>
        Assert.That(Of(Text(), other).Refused, Does.Contain("several files"));

    [TestCase("using System.Reflection; [assembly: AssemblyTitle(\"a\")] [assembly: AssemblyVersion(\"1.0.*\")]")]
    [TestCase("namespace ST_1.Properties { internal sealed partial class Settings : "
        + "global::System.Configuration.ApplicationSettingsBase { private static Settings defaultInstance = "
        + "new Settings(); public static Settings Default { get { return defaultInstance; } } } }")]
    [TestCase("namespace ST_1.Properties { internal class Resources { private static "
        + "global::System.Resources.ResourceManager resourceMan; internal Resources() { } } }")]
    public void Files_of_a_designer_change_nothing(string other) => Assert.That(Of(Text(), other).Refused, Is.Null);

    [TestCase("Base", "")]
    [TestCase("Acme.VSTARTScriptObjectModelBase", "")]
    [TestCase("VSTARTScriptObjectModelBase, IDisposable", "")]
    [TestCase("VSTARTScriptObjectModelBase", "partial class ScriptMain { public ScriptMain() { } }")]
    [TestCase("VSTARTScriptObjectModelBase", "partial class ScriptMain { Evil MessageBox { get { return null; } } }")]
    [TestCase("VSTARTScriptObjectModelBase", "class Decoy { public void Main() { } }")]
    [TestCase("VSTARTScriptObjectModelBase", "static class FooResults { public static int Success = 1; }")]
    public void Nothing_stands_beside_the_class_and_its_base_is_known(string derived, string after) => Assert.That(
        Of(Text().Replace(": VSTARTScriptObjectModelBase", $": {derived}", StringComparison.Ordinal)
            .Replace("/* after */", after, StringComparison.Ordinal)).Refused,
        Does.Contain("more than the one class ScriptMain"));

    [Test]
    public void A_class_around_the_class_is_refused() => Assert.That(
        Of(Text().Replace("namespace ST_1", "class Outer", StringComparison.Ordinal)).Refused,
        Does.Contain("more than the one class ScriptMain"));

    [TestCase("using Acme.Ui;", "names may be those of 'Acme.Ui'")]
    [TestCase("using MessageBox = Evil;", "a meaning of its own")]
    [TestCase("using static Evil;", "names may be those of 'static'")]
    public void Names_of_others_are_not_known(string uses, string why) =>
        Assert.That(Of(uses + Text()).Refused, Does.Contain(why));

    [TestCase("public void Main() => Delete();")]
    [TestCase("public int Main() { return 1; }")]
    [TestCase("public void Main(params object[] a) { }")]
    [TestCase("public async void Main() { }")]
    [TestCase("public void\nMain(int a) { }")]
    public void Another_method_is_not_the_one_that_it_begins_with(string main) => Assert.That(
        Of(Text().Replace(Tell, main, StringComparison.Ordinal)).Refused, Does.Contain("no method Main without"));

    [TestCase("// a \u2028 ")]
    [TestCase("// a \u0085 ")]
    [TestCase("#" + "region a \u2029 ")]
    public void A_line_that_ends_otherwise_is_refused(string line) =>
        Assert.That(Of($"{line}{Evil}\n{Text()}").Refused, Does.Contain("a line of it ends"));

    [Test]
    public void A_name_with_a_sign_that_nobody_sees_is_refused() => Assert.That(
        Of(Text().Replace(Results, $"{Results} Evil Message\u200DBox {{ get {{ return null; }} }}",
            StringComparison.Ordinal)).Refused, Does.Contain("a sign outside of texts"));

    [TestCase("enum ScriptResults { Success = DTSExecResult.Failure, Failure = DTSExecResult.Success };")]
    [TestCase("enum ScriptResults { Success = 1, Failure = 0 };")]
    [TestCase("enum ScriptResults : byte { Success = 0, Failure = 1 };")]
    [TestCase("")]
    public void Results_of_other_values_are_not_known(string results) => Assert.That(
        Of(Text().Replace(Results, results, StringComparison.Ordinal)).Refused, Is.Not.Null);

    [TestCase("FooResults.Success")]
    [TestCase("MyDTSExecResult.Success")]
    [TestCase("Acme.DTSExecResult.Success")]
    [TestCase("(long)ScriptResults.Success")]
    public void A_result_is_not_known_by_its_last_name(string result) =>
        Assert.That(ScriptSample.Of($"Dts.TaskResult = {result};").Refused, Does.Contain("whether it fails"));

    [TestCase("Evil e = \"x\";")]
    [TestCase("var e = (Evil)\"x\";")]
    [TestCase("var e = \"x\" as Evil;")]
    [TestCase("Evil e; e.Unlock();")]
    [TestCase("Acme.String e = \"x\";")]
    [TestCase("try { } catch (Evil MessageBox) { MessageBox.Show(\"x\"); }")]
    public void A_type_that_is_not_known_is_refused(string main) =>
        Assert.That(ScriptSample.Of(main).Refused, Does.Contain("nothing is known of the type"));

    [Test]
    public void What_is_caught_has_no_name_that_is_known() => Assert.That(
        ScriptSample.Of("try { } catch (Exception MessageBox) { throw; }").Refused, Does.Contain("of its own"));

    [TestCase("Dts.Variables[\"S\"].Value = \"a\\uD800b\";")]
    [TestCase("MessageBox.Show('\\uDC00'.ToString());")]
    public void Half_of_a_sign_is_refused(string main) =>
        Assert.That(ScriptSample.Of(main).Refused, Does.Contain("half of a sign"));

    [Test]
    public void A_sign_of_two_halves_is_told_and_not_cut()
    {
        Assert.That(ScriptSample.Of("MessageBox.Show(\"\U0001F600\");").Refused, Is.Null);
        Assert.That(ScriptSample.Result("Dts.Variables[\"S\"].Value = \"a\U0001F600\" + \"b\";"),
            Does.StartWith("open: ").And.Contain("two places"));
    }

    private static string Text() => "using System; using System.Windows.Forms; namespace ST_1 { "
        + $"public partial class ScriptMain : VSTARTScriptObjectModelBase {{ {Results} {Tell} }} /* after */ }}";

    private static ScriptWork Of(string text, params string[] others) => ScriptSample.OfFiles(
        "CSharp", [new ScriptFile("ScriptMain.cs", text), .. others.Select(each => new ScriptFile("Other.cs", each))]);
}
