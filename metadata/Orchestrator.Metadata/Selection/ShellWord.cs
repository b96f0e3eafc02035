namespace Orchestrator.Metadata.Selection;

/// <summary>How names are written into a command that is pasted.</summary>
public static class ShellWord
{
    /// <summary>What parts a selection, or means something in a name of it.</summary>
    private const string Signs = " ,+*?";

    /// <summary>An argument as a shell reads it back.</summary>
    public static string Quoted(string argument) =>
        argument.Length > 0 && argument[0] != '~'
            && argument.All(c => char.IsAsciiLetterOrDigit(c) || "/\\:._-+=@,~".Contains(c))
            && !(argument.Contains('\\') && !OperatingSystem.IsWindows())
            ? argument
            : OperatingSystem.IsWindows()
                ? $"\"{argument}\""
                : $"'{argument.Replace("'", "'\\''", StringComparison.Ordinal)}'";

    /// <summary>A package behind `-s` or `--exclude`, which names it and not what matches a pattern.</summary>
    /// <param name="package">Its name, project/object.</param>
    public static string Selector(string package) => Quoted(Condition(package));

    /// <summary>The same with what reads it.</summary>
    /// <param name="package">Its name, project/object.</param>
    public static string SelectorWithReaders(string package) => Quoted(Condition(package) + "+");

    /// <summary>A name with `?` in the place of what a selection cannot hold. Between the keys of a turn it can hold a
    /// comma.</summary>
    internal static string Masked(string name)
    {
        var keys = name.EndsWith(']') ? name.LastIndexOf('[') : -1;
        return string.Concat(name.Select((sign, place) =>
            Signs.Contains(sign) && !(sign == ',' && keys >= 0 && place > keys) ? '?' : sign));
    }

    private static string Condition(string package) =>
        package.Contains(':') ? $"name:{Masked(package)}" : Masked(package);
}
