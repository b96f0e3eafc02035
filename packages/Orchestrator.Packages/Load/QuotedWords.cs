using System.Text.RegularExpressions;
using Orchestrator.Engine;

namespace Orchestrator.Packages.Load;

/// <summary>What servers quote when they refuse a row: names mostly, but also values.</summary>
internal static partial class QuotedWords
{
    private static readonly string[] ByServers = ["ORC3409", "ORC3412"];

    /// <summary>The message without what a server has quoted; that of anything else as it is.</summary>
    public static string Hide(PackageError error) => ByServers.Contains(error.Code)
        ? Quoted().Replace(error.Message, match => match.Value[..match.Groups["open"].Length] + "(hidden)")
        : error.Message;

    // From the first quote to the last, because a value may hold quotes itself.
    [GeneratedRegex("""(?<open>)(".*"|'.*')|(?<open>value is )\(.*\)""", RegexOptions.Singleline)]
    private static partial Regex Quoted();
}
