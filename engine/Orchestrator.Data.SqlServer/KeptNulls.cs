namespace Orchestrator.Data.SqlServer;

/// <summary>
/// How NULL stays NULL in a bulk copy, and a column that it leaves out gets its default all the same. KEEP_NULLS is
/// documented for the values that are sent ("empty columns retain a null value", BULK INSERT), and nowhere for columns
/// that are not: the server may take them for empty too. So it is said only where no column with a default is left
/// out. Where one is, it is not needed for columns without a default, and rows with NULL in one that has a default are
/// inserted by statements.
/// </summary>
internal sealed class KeptNulls
{
    private readonly int[] _withDefault = [];
    private readonly bool _isAlways;

    /// <summary>Asks the table for its defaults, where some column of it is left out.</summary>
    public KeptNulls(SqlServerDatabase database, TableName table, SqlServerColumns columns)
    {
        if (columns.LeftOut.Count == 0)
        {
            return;
        }

        var defaults = database.Defaults(table).ToHashSet(StringComparer.Ordinal);
        if (columns.LeftOut.Any(defaults.Contains))
        {
            int[] places =
                [.. Enumerable.Range(0, columns.Names.Count).Where(i => defaults.Contains(columns.Names[i]))];
            IsSaid = false;
            _withDefault = [.. places.Where(i => i < columns.Boxes.Length)];
            _isAlways = places.Any(
                i => i >= columns.Boxes.Length && columns.Filled[i - columns.Boxes.Length] is DBNull);
        }
    }

    /// <summary>Whether the bulk copy says KEEP_NULLS.</summary>
    public bool IsSaid { get; } = true;

    /// <summary>Whether rows of a batch have NULL where the bulk copy would make a default of it.</summary>
    public bool AreLostIn(RowBatch batch, int from, int count)
    {
        for (var row = from; !_isAlways && row < from + count; row++)
        {
            if (Array.Exists(_withDefault, column => batch.Columns[column].IsNull(row)))
            {
                return true;
            }
        }

        return _isAlways;
    }
}
