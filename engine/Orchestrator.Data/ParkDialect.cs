namespace Orchestrator.Data;

/// <summary>
/// What takes values of unique keys that move between the rows of a table out of one another's way: a column of each
/// key gets NULL, or a value that is in no row, before the rows get their own. Text only.
/// </summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="target">The table, named t in the conditions.</param>
/// <param name="work">The table with the rows that are written, named s.</param>
/// <param name="number">The column that numbers these.</param>
/// <param name="written">The columns that are written over.</param>
public sealed class ParkDialect(
    Dialect dialect, TableName target, TableName work, string number, IReadOnlyList<RowColumn> written)
{
    private const string Null = "NULL";

    /// <summary>For each key that values are written to the statements of which one is enough, in the order in which
    /// they are to be tried; none where a key has no column that something could be done with.</summary>
    /// <param name="keys">The columns of each key, and which of the table's take NULL.</param>
    /// <param name="matches">Condition that two rows belong together and that one is to be changed.</param>
    /// <param name="keepsNull">Whether rows that get NULL there in the end are left as they are.</param>
    public IReadOnlyList<IReadOnlyList<string>> Statements(KeysOfTable keys, string matches, bool keepsNull) =>
        [.. keys.Keys.Select(key => (Moved: Written(key.Columns), Key: key)).Where(one => one.Moved.Length > 0).Select(
            one => (string[])[.. Ways(one.Key, one.Moved, keys).Select(way => dialect.UpdateFrom(
                target, work, [(way.Column.Name, way.Value)], $"{matches} AND ("
                    + dialect.AreDistinct([.. one.Moved.Select(Pair)]) + ")"
                    + (keepsNull && way.Value == Null ? $" AND {New(way.Column)} IS NOT NULL" : "")))])];

    /// <summary>A condition that a row gets NULL where others are emptied; null = none is.</summary>
    public string? BecomesNull(KeysOfTable keys) => Any(keys.Keys.SelectMany(key =>
        Ways(key, Written(key.Columns), keys)).Where(way => way.Value == Null)
            .Select(way => $"{New(way.Column)} IS NULL"));

    /// <summary>A condition that what is written to a row makes it one that a key is not of; null = that changes for
    /// none.</summary>
    public string? Leaves(KeysOfTable keys) => Any(keys.Keys.Select(key => key.Where).OfType<KeyCondition>()
        .Where(which => Written(which.Columns).Length > 0)
        .Select(which => $"(SELECT {which.Sql} FROM (SELECT "
            + string.Join(", ", which.Columns.Select(name => InTheEnd(name, keys))) + ") AS n) IS NOT TRUE"));

    private static string? Any(IEnumerable<string> conditions) =>
        conditions.Distinct().ToArray() is { Length: > 0 } any ? $"({Conditions.Any(any)})" : null;

    private RowColumn[] Written(IReadOnlyList<string> names) =>
        [.. written.Where(column => names.Any(name => dialect.Fold(name) == dialect.Fold(column.Name)))];

    private string New(RowColumn column) => $"s.{dialect.Quote(column.Name)}";

    private (RowColumn, string, string) Pair(RowColumn column) =>
        (column, $"t.{dialect.Quote(column.Name)}", New(column));

    // As the table's own column, by whose type the condition is understood.
    private string InTheEnd(string name, KeysOfTable keys)
    {
        var quoted = dialect.Quote(name);
        return Written([name]) is not [var column] ? $"t.{quoted} AS {quoted}"
            : $"{(keys.Find(dialect, name) is { } own ? dialect.Typed(own, New(column)) : New(column))} AS {quoted}";
    }

    // NULL before any value, as no check knows what that stands for; but behind it where NULL may stand for something.
    private IEnumerable<(RowColumn Column, string Value)> Ways(KeyByRow key, RowColumn[] moved, KeysOfTable keys)
    {
        var empty = moved.Where(column => keys.TakesNulls(dialect, column)).Select(column => (column, Null));
        var others = moved.Select(column => (column, Value(column)!)).Where(way => way.Item2 is not null);
        return key.IsComputed ? others.Concat(empty) : empty.Concat(others);
    }

    private string? Value(RowColumn column) => dialect.Parked(target, column, $"s.{dialect.Quote(number)}");
}

/// <summary>The keys of a table that are looked at with each row, and what its columns take.</summary>
/// <param name="Columns">The columns of the table.</param>
public sealed record KeysOfTable(IReadOnlyList<KeyByRow> Keys, IReadOnlyList<RowColumn> Columns)
{
    // A column may be in several keys.
    internal bool TakesNulls(Dialect dialect, RowColumn column) => Find(dialect, column.Name) is { Nullable: true }
        && !Keys.Any(key => !key.TakesNulls
            && key.Columns.Any(name => dialect.Fold(name) == dialect.Fold(column.Name)));

    internal RowColumn? Find(Dialect dialect, string name) =>
        Columns.FirstOrDefault(found => dialect.Fold(found.Name) == dialect.Fold(name));
}
