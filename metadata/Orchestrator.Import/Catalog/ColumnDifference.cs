using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Catalog;

/// <summary>What changed between the columns of two states of a table. Pure.</summary>
public sealed class ColumnDifference(Dialect dialect, KnownTable old, KnownTable now)
{
    private const string CollateWord = " COLLATE ";

    // A database may hold columns that differ only in case, which its driver takes for one.
    private readonly Func<string, string> _keyOf = dialect.Keys(
        old.Columns.Select(column => column.Name), now.Columns.Select(column => column.Name));

    /// <summary>All changes, in the order of the columns.</summary>
    public IEnumerable<Change> All()
    {
        var before = ByName(old);
        var after = ByName(now);
        var removed = old.Columns.Where(column => !after.ContainsKey(_keyOf(column.Name))).ToList();
        var added = now.Columns.Where(column => !before.ContainsKey(_keyOf(column.Name))).ToList();
        foreach (var (from, to) in Renamed(removed, added).ToArray())
        {
            removed.Remove(from);
            added.Remove(to);
            yield return Made(ChangeKind.ColumnRenamed, to, from.Name, to.Name);
        }

        foreach (var column in removed)
        {
            yield return Made(ChangeKind.ColumnRemoved, column, TypeOf(column), "");
        }

        foreach (var column in added)
        {
            yield return Made(ChangeKind.ColumnAdded, column, "", TypeOf(column));
        }

        foreach (var column in now.Columns.Where(column => before.ContainsKey(_keyOf(column.Name))))
        {
            foreach (var change in Of(before[_keyOf(column.Name)], column))
            {
                yield return change;
            }
        }

        var common = (Old: Order(old, after), Now: Order(now, before));
        if (!common.Old.SequenceEqual(common.Now))
        {
            yield return new Change(
                ChangeKind.ColumnsMoved, now.Schema, now.Name, "", string.Join(", ", common.Old),
                string.Join(", ", common.Now));
        }
    }

    /// <summary>A type as people read it: the platform's own words, if any, without the collation.</summary>
    public static string TypeOf(KnownColumn column) =>
        column.Native.Length > 0 ? column.Native.Split(CollateWord)[0] : $"{column.DataType}";

    private IEnumerable<Change> Of(KnownColumn from, KnownColumn to) =>
    [
        .. IsSameType(from, to) ? Array.Empty<Change>()
            : [Made(KindOf(from.DataType, to.DataType), to, TypeOf(from), TypeOf(to))],
        .. Texts(ChangeKind.CollationChanged, to, Collation(from), Collation(to)),
        .. Texts(ChangeKind.NullabilityChanged, to, Null(from), Null(to)),
        .. Texts(ChangeKind.IdentityChanged, to, from.Identity, to.Identity),
        .. Texts(ChangeKind.ComputedChanged, to, from.Computed, to.Computed),
        .. Texts(ChangeKind.DefaultChanged, to, from.Default, to.Default),
    ];

    // A declaration that stands there for its collation alone tells nothing about the type.
    private static bool IsSameType(KnownColumn from, KnownColumn to) => from.DataType == to.DataType
        && (TypeOf(from) == TypeOf(to) || (from.Native.Length == 0 && Collation(to).Length > 0)
            || (to.Native.Length == 0 && Collation(from).Length > 0));

    /// <summary>How a type changed: by what values of the one may not fit the other.</summary>
    public static ChangeKind KindOf(SqlType? from, SqlType? to)
    {
        if (from is not { } old || to is not { } now || old == now)
        {
            return ChangeKind.TypeChanged;
        }

        var wider = Narrowing.Between(now, old).Count > 0;
        if (wider && old.Kind == now.Kind && (old.Kind == SqlTypeKind.Decimal || old.IsTemporal))
        {
            return ChangeKind.PrecisionChanged;
        }

        return (Narrowing.Between(old, now).Count > 0, wider) switch
        {
            (true, false) => ChangeKind.TypeNarrowed,
            (false, true) => ChangeKind.TypeWidened,
            _ => ChangeKind.TypeChanged,
        };
    }

    // Likely: of one type, and at one place or the only ones that came and went.
    private IEnumerable<(KnownColumn From, KnownColumn To)> Renamed(
        List<KnownColumn> removed, List<KnownColumn> added) =>
        from gone in removed
        from come in added
        where gone.DataType == come.DataType && gone.Native == come.Native
            && ((removed.Count == 1 && added.Count == 1) || Place(old, gone) == Place(now, come))
        select (gone, come);

    private Dictionary<string, KnownColumn> ByName(KnownTable table) => table.Columns
        .DistinctBy(column => column.Name).ToDictionary(column => _keyOf(column.Name));

    private static int Place(KnownTable table, KnownColumn column) => table.Columns.ToList().IndexOf(column);

    private string[] Order(KnownTable table, Dictionary<string, KnownColumn> others) =>
        [.. table.Columns.Select(column => _keyOf(column.Name)).Where(others.ContainsKey)];

    private IEnumerable<Change> Texts(ChangeKind kind, KnownColumn column, string from, string to) =>
        from == to ? [] : [Made(kind, column, from, to)];

    private Change Made(ChangeKind kind, KnownColumn column, string from, string to) =>
        new(kind, now.Schema, now.Name, column.Name, from, to);

    private static string Collation(KnownColumn column) =>
        column.Native.Split(CollateWord) is [_, var collation] ? collation : "";

    private static string Null(KnownColumn column) => column.Nullable ? "NULL" : "NOT NULL";
}
