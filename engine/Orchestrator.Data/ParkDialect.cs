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

    /// <summary>The statements, one for each key; null where a key has no column that something could be done with.
    /// </summary>
    /// <param name="keys">The columns of each key, and which of the table's take NULL.</param>
    /// <param name="matches">Condition that two rows belong together and that one is to be changed.</param>
    /// <param name="keepsNull">Whether rows that get NULL there in the end are left as they are.</param>
    public IReadOnlyList<string>? Statements(KeysOfTable keys, string matches, bool keepsNull)
    {
        var parked = Parked(keys);
        return parked.Length == 0 || parked.Any(one => one.Value is null) ? null : [.. parked.Select(one =>
            dialect.UpdateFrom(
                target, work, [(one.Column!.Name, one.Value!)], $"{matches} AND ("
                    + dialect.AreDistinct([.. one.Key.Select(Pair)]) + ")"
                    + (keepsNull && one.Value == Null ? $" AND {New(one.Column)} IS NOT NULL" : ""))),
        ];
    }

    /// <summary>A condition that a row gets NULL where others are emptied; null = none is.</summary>
    public string? BecomesNull(KeysOfTable keys)
    {
        var emptied = Parked(keys).Where(one => one.Value == Null).Select(one => $"{New(one.Column!)} IS NULL")
            .Distinct().ToArray();
        return emptied.Length == 0 ? null : $"({Conditions.Any(emptied)})";
    }

    private string New(RowColumn column) => $"s.{dialect.Quote(column.Name)}";

    private (RowColumn, string, string) Pair(RowColumn column) =>
        (column, $"t.{dialect.Quote(column.Name)}", New(column));

    // A key of which nothing is written stays what it is.
    private (RowColumn[] Key, RowColumn? Column, string? Value)[] Parked(KeysOfTable keys) =>
        [.. keys.Keys.Select(key => Parked(key, keys)).Where(one => one.Key.Length > 0)];

    // NULL before any value: no check knows what that stands for.
    private (RowColumn[] Key, RowColumn? Column, string? Value) Parked(KeyByRow key, KeysOfTable keys)
    {
        var moved = written.Where(column =>
            key.Columns.Any(name => dialect.Fold(name) == dialect.Fold(column.Name))).ToArray();
        if (moved.FirstOrDefault(column => keys.TakesNulls(dialect, column)) is { } empty)
        {
            return (moved, empty, Null);
        }

        var other = moved.FirstOrDefault(column => Value(column) is not null);
        return (moved, other, other is null ? null : Value(other));
    }

    private string? Value(RowColumn column) => dialect.Parked(target, column, $"s.{dialect.Quote(number)}");
}

/// <summary>The keys of a table that are looked at with each row, and what its columns take.</summary>
/// <param name="Keys">The keys.</param>
/// <param name="Columns">The columns of the table.</param>
public sealed record KeysOfTable(IReadOnlyList<KeyByRow> Keys, IReadOnlyList<RowColumn> Columns)
{
    // A column may be in several keys.
    internal bool TakesNulls(Dialect dialect, RowColumn column)
    {
        bool IsIt(string name) => dialect.Fold(name) == dialect.Fold(column.Name);
        return Columns.Any(found => found.Nullable && IsIt(found.Name))
            && !Keys.Any(key => !key.TakesNulls && key.Columns.Any(IsIt));
    }
}
