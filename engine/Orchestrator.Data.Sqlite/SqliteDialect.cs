using System.Text;

namespace Orchestrator.Data.Sqlite;

/// <summary>How names are written in SQLite's SQL, and which it cannot hold.</summary>
public static class SqliteDialect
{
    /// <summary>Tables whose names begin so are the engine's own.</summary>
    public const string OwnPrefix = "orchestrator_";

    private const int NameBytesMax = 1000;

    /// <summary>SQLite has no schemas: crm and Customer become crm_Customer.</summary>
    public static string TableName(string? schema, string name) =>
        string.IsNullOrEmpty(schema) ? name : $"{schema}_{name}";

    /// <summary>Why a name cannot be used for a table, as the end of a sentence; null where it can.</summary>
    public static string? TableRefusal(string name)
    {
        if (name.StartsWith("sqlite_", StringComparison.OrdinalIgnoreCase))
        {
            return "SQLite keeps names that begin with 'sqlite_' for itself";
        }

        return name.StartsWith(OwnPrefix, StringComparison.OrdinalIgnoreCase)
            ? $"names that begin with '{OwnPrefix}' are the engine's own"
            : ColumnRefusal(name);
    }

    /// <summary>Why a name cannot be used for a column, as the end of a sentence; null where it can.</summary>
    public static string? ColumnRefusal(string name)
    {
        if (name.Length == 0)
        {
            return "it is empty";
        }

        if (name.Contains('\0', StringComparison.Ordinal))
        {
            return "it contains the character U+0000, which ends a text in SQLite";
        }

        if (HasLoneSurrogate(name))
        {
            return "it contains half of a surrogate pair, which no UTF-8 text can hold";
        }

        return Encoding.UTF8.GetByteCount(name) > NameBytesMax ? $"it is longer than {NameBytesMax} bytes" : null;
    }

    /// <summary>The name as SQLite compares it: A to Z and a to z are one, all else is as written.</summary>
    public static string Fold(string name) => string.Create(name.Length, name, static (folded, text) =>
    {
        for (var i = 0; i < text.Length; i++)
        {
            folded[i] = char.IsAsciiLetterUpper(text[i]) ? (char)(text[i] | 0x20) : text[i];
        }
    });

    /// <summary>The first name that SQLite cannot tell from an earlier one; null where all differ.</summary>
    public static string? FirstDuplicate(IEnumerable<string> names)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        return names.FirstOrDefault(name => !seen.Add(Fold(name)));
    }

    /// <summary>The name quoted.</summary>
    /// <exception cref="ArgumentException">No quoting makes it a name; ask the refusal first.</exception>
    public static string Quote(string name) => ColumnRefusal(name) is { } why
        ? throw new ArgumentException($"'{name}' is no name for SQLite: {why}.", nameof(name))
        : '"' + name.Replace("\"", "\"\"", StringComparison.Ordinal) + '"';

    /// <summary>Names quoted, with commas between.</summary>
    public static string QuoteList(IEnumerable<string> names) => string.Join(", ", names.Select(Quote));

    private static bool HasLoneSurrogate(string name)
    {
        for (var i = 0; i < name.Length; i++)
        {
            if (char.IsHighSurrogate(name[i]) && i + 1 < name.Length && char.IsLowSurrogate(name[i + 1]))
            {
                i++;
            }
            else if (char.IsSurrogate(name[i]))
            {
                return true;
            }
        }

        return false;
    }
}
