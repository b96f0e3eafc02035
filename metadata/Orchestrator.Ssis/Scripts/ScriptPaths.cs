namespace Orchestrator.Ssis.Scripts;

/// <summary>Paths that a script puts together and takes apart, as Windows does.</summary>
internal static class ScriptPaths
{
    /// <summary>What a call of `Path` comes to.</summary>
    /// <param name="name">The call.</param>
    /// <param name="given">What it is given; all of it has an equal.</param>
    public static ScriptValue Of(string name, ScriptValue[] given) => (name, given) switch
    {
        _ when Array.Exists(given, each => each is not { Type: ScriptType.Text, IsObject: false }) => None(name),
        ("Path.Combine", [_, _, ..]) => given.Aggregate(Combined),
        ("Path.GetFileName", [var path]) => ScriptValue.Atom(ScriptType.Text, Name(path)),
        ("Path.GetFileNameWithoutExtension", [var path]) =>
            ScriptValue.Atom(ScriptType.Text, $"LEFT({Name(path)},LEN({Name(path)}) - {Ending(path)})"),
        ("Path.GetExtension", [var path]) => ScriptValue.Made(ScriptType.Text,
            $"{Ending(path)} == 1 ? \"\" : RIGHT({Name(path)},{Ending(path)})"),
        _ => None(name),
    };

    private static ScriptValue None(string name) => ScriptValue.Open($"{name} has no equal there", ScriptType.Text);

    // Behind the last of `\`, `/` and `:`.
    private static string Name(ScriptValue path) => $"RIGHT({path.Text},FINDSTRING("
        + $"REPLACE(REPLACE(REVERSE({path.Text}),\"/\",\"\\\\\"),\":\",\"\\\\\") + \"\\\\\",\"\\\\\",1) - 1)";

    // How long the ending is, with its point; 0 = there is none.
    private static string Ending(ScriptValue path) => $"FINDSTRING(REVERSE({Name(path)}),\".\",1)";

    private static ScriptValue Combined(ScriptValue first, ScriptValue second)
    {
        if (ScriptValue.Open(ScriptType.Text, first, second) is { } open)
        {
            return open;
        }

        if (second.Literal is { } name && (name.Length == 0 || IsRooted(name)))
        {
            return name.Length == 0 ? first : second;
        }

        // What ends in a sign between folders needs no other one.
        var joined = first.Literal is { } folder
            ? ScriptTexts.Join(first, folder.Length == 0 || folder[^1] is '\\' or '/' or ':' ? second
                : ScriptTexts.Join(ScriptTexts.Literal("\\"), second))
            : ScriptState.Either(
                ScriptValue.Made(ScriptType.Flag, $"{first.Operand} == \"\" || RIGHT({first.Text},1) == \"\\\\\" "
                    + $"|| RIGHT({first.Text},1) == \"/\" || RIGHT({first.Text},1) == \":\""),
                ScriptTexts.Join(first, second),
                ScriptTexts.Join(ScriptTexts.Join(first, ScriptTexts.Literal("\\")), second));
        if (second.Literal is not null)
        {
            return joined;
        }

        var isRooted = ScriptValue.Made(ScriptType.Flag, $"LEFT({second.Text},1) == \"\\\\\" "
            + $"|| LEFT({second.Text},1) == \"/\" || SUBSTRING({second.Text},2,1) == \":\"");
        var isNone = ScriptValue.Made(ScriptType.Flag, $"{second.Operand} == \"\"");
        return ScriptState.Either(isNone, first, ScriptState.Either(isRooted, second, joined));
    }

    /// <summary>Whether a path begins at a root; it is not empty.</summary>
    public static bool IsRooted(string path) => path[0] is '\\' or '/' || (path.Length > 1 && path[1] == ':');
}
