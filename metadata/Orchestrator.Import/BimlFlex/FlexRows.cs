using Orchestrator.Import.Foreign;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.BimlFlex;

/// <summary>The rows that were read, by table.</summary>
/// <param name="problems">Takes what is not understood.</param>
internal sealed class FlexRows(ForeignProblems problems)
{
    /// <summary>The most rows that are read.</summary>
    public const int RowsMax = 2_000_000;

    private static readonly string[] Excluding = ["excludefrommodel", "excludebuild", "deleted"];

    private readonly Dictionary<string, List<FlexRow>> _rows = [];
    private readonly Dictionary<string, List<FlexRow>> _excluded = [];
    private readonly HashSet<(string Table, string Column)> _odd = [];
    private int _count;

    /// <summary>Whether no more is taken.</summary>
    public bool IsFull => _count >= RowsMax;

    /// <summary>The rows of a table without those that are excluded, in the order in which they were read.</summary>
    public IReadOnlyList<FlexRow> Of(string table) => _rows.GetValueOrDefault(table) ?? [];

    /// <summary>The rows of a table that are excluded: what belongs to them is, too.</summary>
    public IReadOnlyList<FlexRow> ExcludedOf(string table) => _excluded.GetValueOrDefault(table) ?? [];

    /// <summary>Takes a row. A column that is not understood is told once, where it first holds something.</summary>
    public void Add(FlexTable table, FlexRow row)
    {
        if (++_count == RowsMax)
        {
            problems.Error(ForeignCodes.TooMuch, row.At, $"there are over {RowsMax} rows, and no more are read",
                "export what one project needs");
        }

        if (_count >= RowsMax)
        {
            return;
        }

        if (Array.Exists(Excluding, column => row.Flag(column) == true))
        {
            Keep(_excluded, table, row);
            return;
        }

        foreach (var column in row.Columns.Where(column => !table.Knows(column)))
        {
            if (_odd.Add((table.Name, FlexRow.Key(column))))
            {
                problems.Error(ForeignCodes.NotUnderstood, row.At,
                    $"{table.Name} has a column '{ForeignProblems.Shown(column)}', which is not understood",
                    "see what it does for these rows; leave it out of the export where it does nothing");
            }
        }

        SayUnread(table, row);
        Keep(_rows, table, row);
    }

    /// <summary>Says that a table is none of those that are read.</summary>
    public void SayOther(string name, Origin at)
    {
        if (!FlexTable.IsOther(name))
        {
            problems.Error(ForeignCodes.NotUnderstood, at,
                $"'{ForeignProblems.Shown(name)}' is no table of BimlFlex that is read",
                $"these are: {string.Join(", ", FlexTable.All.Select(table => table.Name))}");
        }
    }

    // No value is shown: which column holds a secret nobody knows.
    private void SayUnread(FlexTable table, FlexRow row)
    {
        foreach (var column in row.Columns)
        {
            var key = FlexRow.Key(column);
            if ((table.Understood.Contains(key) || Excluding.Contains(key)) && row.Unread(key) is { } wanted)
            {
                problems.Error(ForeignCodes.Unknown, row.At,
                    $"{table.Name} has something in the column '{ForeignProblems.Shown(column)}' that is not {wanted}: "
                    + "it counts as empty", "correct it in the export");
            }
        }
    }

    private static void Keep(Dictionary<string, List<FlexRow>> rows, FlexTable table, FlexRow row)
    {
        if (!rows.TryGetValue(table.Name, out var kept))
        {
            rows.Add(table.Name, kept = []);
        }

        kept.Add(row);
    }
}
