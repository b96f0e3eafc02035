namespace Orchestrator.Ssis.Scripts.Code;

/// <summary>What is the same in the texts of all scripts, whatever they do: the names they begin with, and the files
/// that a designer makes.</summary>
internal static class ScriptShape
{
    /// <summary>The class of a script.</summary>
    public const string Main = "ScriptMain";

    /// <summary>What its methods give back to the task.</summary>
    public const string Results = "ScriptResults";

    private const string Base = "VSTARTScriptObjectModelBase";
    private const string Runtime = "Microsoft.SqlServer.Dts.Runtime.";

    // None of them has a type that hides another one which is known here.
    private static readonly HashSet<string> Spaces = new(StringComparer.OrdinalIgnoreCase)
    {
        "System", "System.AddIn", "System.Collections", "System.Collections.Generic", "System.Collections.Specialized",
        "System.ComponentModel", "System.Configuration", "System.Data", "System.Data.Common", "System.Data.Odbc",
        "System.Data.OleDb", "System.Data.SqlClient", "System.Data.SqlTypes", "System.Diagnostics",
        "System.Globalization", "System.IO", "System.IO.Compression", "System.Linq", "System.Math", "System.Net",
        "System.Net.Mail", "System.Reflection", "System.Runtime.CompilerServices", "System.Runtime.InteropServices",
        "System.Text", "System.Text.RegularExpressions", "System.Threading", "System.Threading.Tasks",
        "System.Windows.Forms", "System.Xml", "System.Xml.Linq", "Microsoft.SqlServer.Dts.Runtime",
        "Microsoft.SqlServer.Dts.Tasks.ScriptTask", "Microsoft.VisualBasic",
    };

    // All words of the classes that a designer makes of settings and resources; none of them does anything alone.
    private static readonly HashSet<string> Designed = new(
        ("Scope assembly Target namespace global System Diagnostics CodeAnalysis SuppressMessageAttribute internal "
        + "sealed partial class Settings MySettings Resources MyResources Configuration ApplicationSettingsBase "
        + "Runtime CompilerServices CompilerGeneratedAttribute private static defaultInstance new public Default get "
        + "return ComponentModel EditorBrowsableAttribute EditorBrowsableState Advanced set resourceCulture Assembly "
        + "ResourceManager resourceMan temp if DebuggerNonUserCodeAttribute DebuggerNonUserCode null Globalization "
        + "value Culture CultureInfo typeof CodeDom GeneratedCodeAttribute Compiler using object ReferenceEquals "
        + "Synchronized m_Value Property Friend ReadOnly End Enter Shared m_SyncObject Try Off Then Finally Threading "
        + "Monitor Is Exit As Option NotInheritable Explicit Inherits Strict On Nothing Dim MyBase My Sub GetType "
        + "_resCulture _resMgr Imports").Split(' '), StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether names of a namespace mean what they are known for.</summary>
    public static bool IsSpace(string name) => Spaces.Contains(name);

    /// <summary>Whether a class derives from what a designer makes scripts of.</summary>
    public static bool IsBase(string name) => name is Base or "Microsoft.SqlServer.Dts.Tasks.ScriptTask." + Base;

    /// <summary>Whether the results are those that a designer writes.</summary>
    /// <param name="said">All of them, without blanks.</param>
    public static bool AreResults(string said) => said.Replace(Runtime, "", StringComparison.Ordinal).TrimEnd(',')
        is "Success=DTSExecResult.Success,Failure=DTSExecResult.Failure" or "Success=0,Failure=1";

    /// <summary>Whether another file of a script holds nothing that runs, and no name that the script could mean: only
    /// attributes of its assembly, or what a designer makes of settings and resources.</summary>
    /// <param name="tokens">The file.</param>
    public static bool IsOfDesigner(List<CSharpToken> tokens)
    {
        var types = Enumerable.Range(0, tokens.Count - 1).Where(at => IsMaker(tokens[at])).ToArray();
        var isAlone = !tokens.Exists(token => token.Is("{") || token.IsWord("partial"));
        return !Enumerable.Range(0, tokens.Count - 1).Any(at => tokens[at].IsWord("global") && !tokens[at + 1].Is("::"))
            && (types.Length == 0 ? isAlone : IsDesigned(tokens, types));
    }

    // Visual Basic says the end of a class by its word, too.
    private static bool IsDesigned(List<CSharpToken> tokens, int[] types)
    {
        string[] made =
        [
            .. types.Where(at => at == 0 || !Is(tokens[at - 1], "End")).Select(at =>
                Is(tokens[at], "class") ? tokens[at + 1].Text : ""),
        ];
        if (made is not ["Settings" or "Resources" or "MySettings" or "MyResources"])
        {
            return false;
        }

        var isSpace = false;
        foreach (var token in tokens.Where(each => each.Kind is CSharpTokenKind.Word or CSharpTokenKind.Sign))
        {
            isSpace = token.Kind == CSharpTokenKind.Word ? isSpace || Is(token, "namespace")
                : isSpace && !token.Is("{") && !token.Is(BasicLexer.Line);
            if (!isSpace && token.Kind == CSharpTokenKind.Word && !Designed.Contains(token.Text))
            {
                return false;
            }
        }

        return true;
    }

    private static bool IsMaker(CSharpToken token) => Is(token, "class") || Is(token, "struct")
        || Is(token, "structure") || Is(token, "enum") || Is(token, "interface") || Is(token, "delegate")
        || Is(token, "record") || Is(token, "module");

    private static bool Is(CSharpToken token, string word) =>
        token.Kind == CSharpTokenKind.Word && token.Text.Equals(word, StringComparison.OrdinalIgnoreCase);
}
