namespace Orchestrator.Data.Servers;

/// <summary>
/// What dialects of servers share: each table is in a schema, the engine's own are in one of their own, and a table is
/// put in the place of another by its name.
/// </summary>
public abstract class ServerDialect : Dialect
{
    /// <summary>The schema of the engine's own tables.</summary>
    public const string OwnSchema = "orchestrator";

    /// <summary>The schema of tables that name none.</summary>
    protected abstract string DefaultSchema { get; }

    public override TableName Table(string? schema, string name) =>
        new(string.IsNullOrEmpty(schema) ? DefaultSchema : schema, name);

    /// <summary>
    /// In the engine's own schema, so that no list of the target's tables shows it: `load_ATTEMPT_HASH_NAME`, the name
    /// cut to what fits.
    /// </summary>
    public override TableName LoadTable(TableName target, long attempt)
    {
        var head = LoadTableHead(target, attempt);
        return new TableName(OwnSchema, head + Cut(target.Name, head.Length));
    }

    /// <summary>Why a name is one of the engine's own, as the end of a sentence; null where it is none.</summary>
    protected string? OwnRefusal(TableName table)
    {
        var schema = table.Schema ?? DefaultSchema;
        return Fold(schema) == Fold(OwnSchema) || IsOwn(schema) ? $"the schema '{schema}' is the engine's own"
            : IsOwn(table.Name) ? $"names that begin with '{OwnPrefix}' are the engine's own"
            : null;
    }

    public override IEnumerable<string> Exchange(TableName load, TableName target)
    {
        yield return $"DROP TABLE {Quote(target)}";
        foreach (var statement in Rename(load, target))
        {
            yield return statement;
        }
    }

    /// <summary>Gives a table another schema and name.</summary>
    public abstract IEnumerable<string> Rename(TableName table, TableName to);

    /// <summary>As much of a name as fits behind so many letters.</summary>
    protected abstract string Cut(string name, int behind);

    private bool IsOwn(string name) => Fold(name).StartsWith(Fold(OwnPrefix), StringComparison.Ordinal);
}
