using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>The columns that a writer writes: as the table names them, and how their values reach the client.</summary>
internal sealed class SqlServerColumns
{
    /// <summary>Finds the columns in the table, which tells upper from lower case.</summary>
    /// <exception cref="DataRefusedException">The table lacks one.</exception>
    public SqlServerColumns(
        SqlServerDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled)
    {
        var shape = Shape(database, table);
        var there = database.Dialect.ByName(shape, name => name);
        All = [.. columns, .. filled.Select(column => column.Column)];
        Names = [.. All.Select(column => there.Find(column.Name) ?? throw Missing(column))];
        LeftOut = [.. shape.Except(Names, StringComparer.Ordinal)];
        Boxes = [.. columns.Select(column => ColumnBox.For(column.Type))];
        Filled = [.. filled.Select(column => Value(column))];

        DataRefusedException Missing(RowColumn column) => new(
            "ORC3412", $"The table '{table}' has no column '{column.Name}'. Somebody has changed it; run it again.")
        { Column = column.Name };
    }

    /// <summary>All columns, those with one value for all rows last.</summary>
    public IReadOnlyList<RowColumn> All { get; }

    /// <summary>Their names in the table.</summary>
    public IReadOnlyList<string> Names { get; }

    /// <summary>The table's other columns.</summary>
    public IReadOnlyList<string> LeftOut { get; }

    /// <summary>The columns by their names in the table.</summary>
    public IReadOnlyList<RowColumn> AsNamed => [.. All.Zip(Names, (column, name) => column with { Name = name })];

    /// <summary>The boxes of the columns of the batches.</summary>
    public ColumnBox[] Boxes { get; }

    /// <summary>The values of the others.</summary>
    public object[] Filled { get; }

    // From a result, as the client's bulk copy asks for them, and not from the catalog: both must be the same name.
    private static List<string> Shape(SqlServerDatabase database, TableName table) =>
        database.Run(database.Dialect.Shape(table), 1, [], static command =>
        {
            using var reader = command.ExecuteReader();
            return Enumerable.Range(0, reader.FieldCount).Select(reader.GetName).ToList();
        });

    private static object Value(FilledColumn filled) => (filled.Value, filled.Column.Type.Kind) switch
    {
        (null, _) => DBNull.Value,
        (string text, _) when ValueStorages.IsText(filled.Column.Type) => text,
        (long number, SqlTypeKind.BigInt) => number,
        (long number, SqlTypeKind.Int) => checked((int)number),
        (long number, SqlTypeKind.SmallInt) => checked((short)number),
        (long number, SqlTypeKind.TinyInt) => checked((byte)number),
        (long number, SqlTypeKind.Decimal) => new System.Data.SqlTypes.SqlDecimal(number),
        (long number, _) when filled.Column.Type.IsText => number.ToString(CultureInfo.InvariantCulture),
        _ => throw new ArgumentException(
            $"{filled.Column.Name}: a {filled.Value!.GetType().Name} is no {filled.Column.Type}", nameof(filled)),
    };
}
