using Orchestrator.Benchmarks.Contests;
using Orchestrator.Benchmarks.Postgres;
using Orchestrator.Data;

namespace Orchestrator.Benchmarks.Versions;

/// <summary>
/// A full delivery with changes in one key of ten: kind scd against what people write by hand, and against one lookup
/// for each row. Both sides read the delivery from another database and hash its rows.
/// </summary>
internal static class VersionContests
{
    private const long KeysMax = 1_000_000;

    private const string Beyond = "looks for duplicates and late rows, guards each value, numbers the versions, claims "
        + "the target, and writes the marker";

    // Of two rows for one key it makes two versions, and a late one it takes for news.
    private const string ByHand = "BEGIN; "
        + "UPDATE hand SET valid_to = s.modified, is_current = false FROM stage s "
        + "WHERE hand.id = s.id AND is_current AND hand.row_hash <> s.row_hash; "
        + "INSERT INTO hand SELECT s.*, s.modified, timestamp '9999-12-31', true FROM stage s "
        + "WHERE NOT EXISTS (SELECT FROM hand h WHERE h.id = s.id AND h.is_current); COMMIT";

    /// <summary>Against UPDATE and INSERT, of a delivery without duplicates and late rows, and of one with.</summary>
    public static int Set(string[] args) => With(args, KeysMax, (dimension, pair, contest) =>
    {
        var changed = contest.Rows / 10;
        var even = Run("second", 0.9, new RowCounts(
            contest.Rows, 0, changed, contest.Rows - changed, Duplicate: 0, Filtered: 0, Rejected: 0, Truncated: 0));
        return Run("uneven", 0.6, null) && even;

        bool Run(string delivery, double wanted, RowCounts? counts) =>
            (contest with { Name = $"kind scd, delivery '{delivery}'", Peer = "by hand", Beyond = Beyond }).Run(
                () => Ours(dimension, pair, delivery, counts),
                () =>
                {
                    dimension.PutBack("hand");
                    return pair.Peer($"{PostgresPair.Psql("source")} -c \"COPY (SELECT {Dimension.Hashed} "
                        + $"FROM {delivery}) TO STDOUT (FORMAT binary)\" | {PostgresPair.Psql("target")} "
                        + "-c 'TRUNCATE stage' -c 'COPY stage FROM STDIN (FORMAT binary)' "
                        + $"-c 'ANALYZE stage' -c \"{ByHand}\"");
                },
                Goal.Speed(wanted));
    });

    /// <summary>Against a lookup for each row, and an UPDATE and an INSERT for each that has changed.</summary>
    public static int Rows(string[] args) => With(args, KeysMax / 5, (dimension, pair, contest) =>
        (contest with { Name = "kind scd", Peer = "row by row", Beyond = Beyond }).Run(
            () => Ours(dimension, pair, "second", null),
            () =>
            {
                dimension.PutBack("hand");
                return pair.Ours(() => RowByRow.Deliver(
                    pair.Source.ConnectionString!, pair.Target.ConnectionString!, "second"));
            },
            Goal.Speed(20)));

    private static int With(string[] args, long keysMax, Func<Dimension, PostgresPair, Contest, bool> run)
    {
        var options = Options.Of(args);
        var keys = options.Rows(keysMax);
        using var pair = new PostgresPair();
        var dimension = new Dimension(pair, keys);
        dimension.MakeDeliveries();
        dimension.MakeVersions();
        return run(dimension, pair, new Contest("", "", keys) { Rounds = options.Rounds }) ? 0 : 1;
    }

    private static Cost Ours(Dimension dimension, PostgresPair pair, string delivery, RowCounts? counts)
    {
        dimension.PutBack("dim");
        var got = default(RowCounts);
        var cost = pair.Ours(() => got = dimension.Deliver(delivery));
        return counts is null || got == counts ? cost : throw new InvalidOperationException($"it counted {got}");
    }
}
