namespace Orchestrator.Metadata.Model;

/// <summary>
/// Rows on a connection as people write them in one line: `Crm:sales.customer`, `Drop:customer.csv`,
/// `Crm:(SELECT …)`.
/// </summary>
/// <param name="Text">As written.</param>
/// <param name="Connection">Name of the connection.</param>
/// <param name="Name">The table with its schema, or the file; empty where it is a query.</param>
/// <param name="Query">The query; null where it is a table or a file.</param>
public sealed record DataPlace(string Text, string Connection, string Name, string? Query)
{
    /// <summary>How one is written, for messages.</summary>
    public const string Expected = "CONNECTION:TABLE, CONNECTION:FILE or 'CONNECTION:(SELECT …)'";

    /// <summary>The place that a text names; null where it names none.</summary>
    public static DataPlace? Of(string text)
    {
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        var name = text[(colon + 1)..].Trim();
        if (colon < 1 || name.Length == 0)
        {
            return null;
        }

        var isQuery = name is ['(', .., ')'];
        var query = isQuery ? name[1..^1].Trim() : null;
        return query is { Length: 0 } ? null
            : new DataPlace(text, text[..colon].Trim(), isQuery ? "" : name, query);
    }

    /// <summary>Schema and name of the table; a name without a point has no schema.</summary>
    public (string? Schema, string Name) Table
    {
        get
        {
            var point = Name.IndexOf('.', StringComparison.Ordinal);
            if (point < 1 || point == Name.Length - 1)
            {
                return (null, Name);
            }

            return (Name[..point], Name[(point + 1)..]);
        }
    }
}
