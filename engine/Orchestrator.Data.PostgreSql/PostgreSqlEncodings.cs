using System.Collections.Concurrent;
using System.Text;
using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// What a database whose encoding is not UTF-8 keeps of text. The server itself is asked, each version once for each
/// encoding: what it converts differs from what others make of an encoding of that name.
/// </summary>
internal static class PostgreSqlEncodings
{
    private const string All = "UTF8";
    private const string AnyBytes = "SQL_ASCII";

    // By what the answer hangs on: it stays true for as long as the process lives.
    private static readonly ConcurrentDictionary<(string Encoding, string Version), HeldTexts> Known = new();

    /// <summary>What a column of a database holds: as its type says, and as the encoding allows.</summary>
    public static ColumnLimits Limits(PostgreSqlDatabase database, RowColumn column)
    {
        var limits = database.Dialect.Limits(column);
        return !ValueStorages.IsText(column.Type) && column.Type.Kind != Core.Types.SqlTypeKind.Xml ? limits
            : database.TextEncoding switch
            {
                All => limits,
                // It keeps bytes of whatever meaning, and counts them.
                AnyBytes => limits with { LengthUnit = LengthUnit.Bytes },
                var encoding => limits with
                {
                    Texts = limits.Texts ?? database.Use.Texts.RuleOf(
                        database.Connection.ConnectionString, () => Held(database, encoding)),
                },
            };
    }

    private static HeldTexts? Held(PostgreSqlDatabase database, string encoding)
    {
        var of = (encoding, database.Connection.PostgresParameters["server_version"]);
        if (!Known.TryGetValue(of, out var held) && Ask(database, encoding) is { } told)
        {
            Known[of] = held = told;
        }

        return held;
    }

    private static HeldTexts? Ask(PostgreSqlDatabase database, string encoding)
    {
        var sql = PostgreSqlScripts.Read("held_characters")
            .Replace("@encoding", PassThroughDialect.Literal(encoding), StringComparison.Ordinal);
        try
        {
            // Together they are one transaction, also where none is open.
            using var batch = PostgreSqlCommands.Batch(
                database.Connection, sql, "SELECT current_setting('orchestrator.held')");
            var held = (string)batch.ExecuteScalar()!;
            return new HeldTexts(
                encoding, held.Split(' ', StringSplitOptions.RemoveEmptyEntries).SelectMany(Runes).ToHashSet());
        }
        catch (PostgresException refused) when (
            PostgreSqlStates.ClassOf(refused.SqlState) == DatabaseFaultClass.Config)
        {
            // Nobody may run such a block in this database: what its encoding does not have, the server refuses itself.
            return null;
        }
    }

    private static IEnumerable<Rune> Runes(string hex) =>
        Encoding.UTF8.GetString(Convert.FromHexString(hex)).EnumerateRunes();
}

/// <summary>Texts of characters that an encoding has.</summary>
/// <param name="encoding">Its name.</param>
/// <param name="held">The characters beyond ASCII.</param>
internal sealed class HeldTexts(string encoding, IReadOnlySet<Rune> held) : TextRule
{
    private const byte Stand = (byte)'?';

    public override string Refused =>
        $"holds a character that {encoding}, the encoding of the target's database, does not have";

    public override bool Keeps(ReadOnlySpan<byte> text)
    {
        if (Ascii.IsValid(text))
        {
            return true;
        }

        while (!text.IsEmpty)
        {
            Rune.DecodeFromUtf8(text, out var rune, out var used);
            if (!rune.IsAscii && !held.Contains(rune))
            {
                return false;
            }

            text = text[used..];
        }

        return true;
    }

    /// <summary>The text with a question mark for each character that it does not have.</summary>
    public override byte[] Repaired(ReadOnlySpan<byte> text)
    {
        var repaired = new List<byte>(text.Length);
        while (!text.IsEmpty)
        {
            Rune.DecodeFromUtf8(text, out var rune, out var used);
            if (rune.IsAscii || held.Contains(rune))
            {
                repaired.AddRange(text[..used]);
            }
            else
            {
                repaired.Add(Stand);
            }

            text = text[used..];
        }

        return [.. repaired];
    }
}
