using System.Collections.Concurrent;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// What columns keep of text whose character set is not one of Unicode. The server itself is asked, each version once
/// for each of them: what it converts differs from what others make of a character set of that name.
/// </summary>
internal static class MariaDbEncodings
{
    // By what the answer hangs on: it stays true for as long as the process lives.
    private static readonly ConcurrentDictionary<(string Charset, string Version), CharsetTexts> Known = new();

    /// <summary>What a column of a database holds: as its type says, and as its character set allows.</summary>
    public static ColumnLimits Limits(MariaDbDatabase database, RowColumn column)
    {
        var limits = database.Dialect.Limits(column);
        return limits.Texts is null && IsText(column.Type) && CharsetOf(column) is var charset && !IsUnicode(charset)
            ? limits with { Texts = Held(database, charset) }
            : limits;
    }

    private static bool IsText(SqlType type) => ValueStorages.IsText(type);

    private static string CharsetOf(RowColumn column) =>
        column.Native is { Platform: MariaDbPlatform.PlatformName } native
            ? MariaDbTypeMap.CharsetOf(native.Declaration)
            : "";

    // Without a word of it a column has what the engine's tables have, utf8mb4.
    private static bool IsUnicode(string charset) =>
        charset is "" or "utf8mb4" or "utf8mb3" or "ucs2" or "utf16" or "utf16le" or "utf32";

    private static CharsetTexts Held(MariaDbDatabase database, string charset) => Known.GetOrAdd(
        (charset, database.Connection.ServerVersion), _ => Of(charset, Ask(database, charset)));

    // One of seven bits has other letters in places of ASCII. U+0000 is asked of none.
    private static CharsetTexts Of(string charset, HashSet<Rune> held) => new(
        charset, held, Enumerable.Range(1, 127).Select(number => new Rune(number))
            .Where(rune => !held.Contains(rune)).ToHashSet());

    // A name cannot be a parameter; it comes from the server's own catalog, and is a word.
    private static HashSet<Rune> Ask(MariaDbDatabase database, string charset) => [.. database.Texts(
        MariaDbScripts.Read("held_characters").Replace("@encoding", charset, StringComparison.Ordinal))
        .Select(number => new Rune(int.Parse(number)))];
}
