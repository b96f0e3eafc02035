using System.Text.RegularExpressions;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load;

/// <summary>What servers quote when they refuse a row: names mostly, but also values.</summary>
internal static partial class QuotedWords
{
    private static readonly string[] ByServers = ["ORC3409", "ORC3412"];

    /// <summary>The failure, without what a server has quoted where the object has sensitive columns; that of anything
    /// else as it is.</summary>
    public static PackageError? Shown(PackageError? error, ObjectDefinition definition) =>
        error is not null && ByServers.Contains(error.Code)
            ? error with { Message = Shown(error.Message, definition) } : error;

    /// <summary>The words of a server, without what it has quoted where the object has sensitive columns.</summary>
    public static string Shown(string words, ObjectDefinition definition) =>
        definition.Columns.Any(column => column.Sensitive)
            ? Quoted().Replace(words, match => match.Value[..match.Groups["open"].Length] + "(hidden)") : words;

    // From the first quote to the last, because a value may hold quotes itself.
    [GeneratedRegex("""(?<open>)(".*"|'.*')|(?<open>value is )\(.*\)""", RegexOptions.Singleline)]
    private static partial Regex Quoted();
}
