using Orchestrator.Ssis.Scripts.Code;

namespace Orchestrator.Ssis.Scripts;

/// <summary>What names of a script mean.</summary>
internal static class ScriptNames
{
    private static readonly string[] Spaces =
    [
        "System.Windows.Forms.", "System.Diagnostics.", "System.Globalization.", "System.IO.", "System.",
    ];

    // What the types of packages stand in, behind the name of whoever made it.
    private const string Runtime = ".Dts.Runtime.";

    /// <summary>A member of a known class without the spaces before it; null = it is none.</summary>
    public static string? Static(CSharpNode node, ScriptState state)
    {
        if (node.Path is not { } path || state.KeyOf(Root(path)) is not null)
        {
            return null;
        }

        var name = Short(path);
        return CSharpMain.IsKnown(Root(name)) && name.Split('.').Length == 2 ? Plain(name) : null;
    }

    /// <summary>Refuses a variable of the script that is called as something that is known.</summary>
    /// <exception cref="ScriptRefusedException">It is.</exception>
    public static void Refuse(string name, CSharpNode node)
    {
        if (CSharpMain.IsKnown(name))
        {
            throw new ScriptRefusedException($"it calls something of its own '{name}'", node.Line);
        }
    }

    /// <summary>Whether a path of names begins with one that nobody here knows.</summary>
    public static bool IsForeign(CSharpNode node, ScriptState state) => node.Path is { } path
        && state.KeyOf(Root(path)) is null && !CSharpMain.IsKnown(Root(Short(path)));

    /// <summary>The name of the variable whose value a part is; null = it is none.</summary>
    /// <param name="node">The part.</param>
    /// <param name="locked">The names that a script has for variables that it has locked.</param>
    public static string? Variable(CSharpNode node, HashSet<string> locked) =>
        node is { Kind: CSharpNodeKind.Member, Text: "Value", Parts: [{ Kind: CSharpNodeKind.Index } place] }
            && place.Parts is [var of, { Kind: CSharpNodeKind.Text } name] && name.Text.Length > 0
            && (of.Path == "Dts.Variables" || (of.Kind == CSharpNodeKind.Name && locked.Contains(of.Text)))
            ? name.Text : null;

    private static string Short(string path) =>
        path.IndexOf(Runtime, StringComparison.Ordinal) is var at and > 0 ? path[(at + Runtime.Length)..]
            : path[(Array.Find(Spaces, each => path.StartsWith(each, StringComparison.Ordinal)) ?? "").Length..];

    // A field keeps what stands before its name.
    private static string Root(string path) =>
        path.IndexOf('.', path.StartsWith(CSharpMembers.Own, StringComparison.Ordinal) ? CSharpMembers.Own.Length : 0)
            is var point and >= 0 ? path[..point] : path;

    private static string Plain(string name) => name
        .Replace("String.", "string.", StringComparison.Ordinal).Replace("Int32.", "int.", StringComparison.Ordinal)
        .Replace("Int64.", "long.", StringComparison.Ordinal).Replace("Boolean.", "bool.", StringComparison.Ordinal);
}
