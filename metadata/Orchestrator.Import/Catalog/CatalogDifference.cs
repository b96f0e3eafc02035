using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Catalog;

/// <summary>What changed between two states of a database's tables. Pure.</summary>
/// <param name="dialect">How the platform compares names.</param>
internal sealed class CatalogDifference(Dialect dialect)
{
    /// <summary>All changes, by table in the order of their names.</summary>
    /// <param name="known">The tables as they are known.</param>
    /// <param name="live">The tables as they are.</param>
    public IEnumerable<Change> Of(IEnumerable<KnownTable> known, IEnumerable<KnownTable> live)
    {
        var before = known.ToDictionary(Folded);
        var now = live.ToDictionary(Folded);
        var names = before.Keys.Union(now.Keys)
            .Order(Comparer<(string Schema, string Name)>.Create((a, b) =>
                string.CompareOrdinal(a.Schema, b.Schema) is var order and not 0
                    ? order : string.CompareOrdinal(a.Name, b.Name)));
        return names.SelectMany(name => Of(before.GetValueOrDefault(name), now.GetValueOrDefault(name)));
    }

    private IEnumerable<Change> Of(KnownTable? old, KnownTable? now)
    {
        if (old is null || now is null)
        {
            var one = (old ?? now)!;
            return
            [
                new Change(
                    old is null ? ChangeKind.TableAdded : ChangeKind.TableRemoved, one.Schema, one.Name, "",
                    old?.Kind ?? "", now?.Kind ?? ""),
            ];
        }

        return
        [
            .. Texts(now, ChangeKind.TableKindChanged, old.Kind, now.Kind),
            .. Texts(now, ChangeKind.EncodingChanged, Utf8(old.Encoding), Utf8(now.Encoding)),
            .. new ColumnDifference(dialect, old, now).All(),
            .. Texts(now, ChangeKind.PrimaryKeyChanged, Names(old.PrimaryKey), Names(now.PrimaryKey)),
            .. Sets(now, ChangeKind.UniqueKeyRemoved, ChangeKind.UniqueKeyAdded,
                old.UniqueKeys.Select(key => Names(key.Columns)), now.UniqueKeys.Select(key => Names(key.Columns))),
            .. Sets(now, ChangeKind.ForeignKeyRemoved, ChangeKind.ForeignKeyAdded,
                old.ForeignKeys.Select(Shown), now.ForeignKeys.Select(Shown)),
        ];
    }

    private (string Schema, string Name) Folded(KnownTable table) =>
        (dialect.Fold(table.Schema ?? ""), dialect.Fold(table.Name));

    private static string Utf8(string encoding) => encoding.Length == 0 ? "UTF8" : encoding;

    private static IEnumerable<Change> Texts(KnownTable table, ChangeKind kind, string old, string now) =>
        old == now ? [] : [new Change(kind, table.Schema, table.Name, "", old, now)];

    // By what they say and not by name: a key with another name is the same key to a load.
    private static IEnumerable<Change> Sets(
        KnownTable table, ChangeKind removed, ChangeKind added, IEnumerable<string> old, IEnumerable<string> now) =>
        old.Except(now).Select(key => new Change(removed, table.Schema, table.Name, "", key, ""))
            .Concat(now.Except(old).Select(key => new Change(added, table.Schema, table.Name, "", "", key)));

    private static string Names(IReadOnlyList<string> columns) => string.Join(", ", columns);

    private static string Shown(KnownReference key) =>
        $"{Names(key.Columns)} to {(key.Schema is null ? "" : $"{key.Schema}.")}{key.Table} ({Names(key.ToColumns)})";
}
