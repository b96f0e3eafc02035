using System.Globalization;
using System.Security.Cryptography;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Publish;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Replay;

/// <summary>
/// Rejected rows that are loaded once more: which they are, and what is written into the error table in the transaction
/// that loads them. The reader tells each; the rest comes once it has read the last.
/// </summary>
/// <param name="errors">The error table.</param>
/// <param name="context">The attempt that loads them.</param>
/// <param name="attempts">The attempts whose rows are read.</param>
/// <param name="look">Asks the ledger once more which attempts may be loaded.</param>
internal sealed class ReplayedRows(
    TableName errors, PackageContext context, IReadOnlyList<ReplayableAttempt> attempts,
    Func<IReadOnlyList<ReplayableAttempt>> look)
{
    private static readonly string[] Changed =
        ["ColumnName", "Value", "ActualSize", "AllowedSize", "Reason", "Code", "Message"];

    private readonly HashSet<long> _newest = [.. attempts.Where(one => one.IsNewest).Select(one => one.Attempt)];
    private readonly List<(long Attempt, long Id)> _read = [];
    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private ReadableText[]? _readable;

    /// <summary>What an error table is called in its statements.</summary>
    public static ReplayNames Names { get; } = new(
        "Attempt", ErrorTable.RowId, ErrorTable.SourceRow, ErrorTable.ReplayedBy, ErrorTable.ReplayedAt);

    private IEnumerable<long> Attempts => attempts.Select(one => one.Attempt);

    /// <summary>The statement that reads them.</summary>
    public string Reading(Dialect dialect) => Sql(dialect).Read(Attempts);

    /// <summary>One was read, in the order of the statement; returns its number among them, from 1.</summary>
    /// <exception cref="PackageRefusedException">Another one has the same number in the error table.</exception>
    public long Read(long attempt, long id, ReadOnlySpan<byte> row)
    {
        if (_read is [.., var last] && last == (attempt, id))
        {
            throw new PackageRefusedException(
                "ORC3447", ErrorClass.Data, "read",
                $"Row {id} of attempt {attempt} stands in '{errors}' more than once, so that nobody could tell which "
                + "of them was loaded. Nothing was replayed: remove the copies.");
        }

        Note(_hash, attempt, id, row);
        _read.Add((attempt, id));
        return _read.Count;
    }

    /// <summary>
    /// Merge: takes the rows out of the load table in whose place the target may hold newer ones. One that is there may
    /// be replaced where no load has come since, and an earlier attempt than the one that rejected the row wrote it.
    /// </summary>
    /// <param name="database">The target's, in the transaction that publishes.</param>
    /// <param name="load">The load table.</param>
    /// <param name="refused">Finds rows by their number, and is told those that are left.</param>
    /// <param name="counts">Inserted = the rows of the load table.</param>
    public RowCounts WithoutOvertaken(
        IDatabase database, TableName load, LoadColumns columns, RefusedRows refused, RowCounts counts)
    {
        var definition = context.Object;
        if (definition.Load.Pattern.Value != LoadPattern.Merge)
        {
            return counts;
        }

        var dialect = database.Platform.Dialect;
        var audit = definition.SystemColumns.FirstOrDefault(column => column.Role == "RowAuditId")?.Column;
        var table = dialect.Table(definition.Target.Schema, definition.Target.Name);
        var matched = KeyedPublish.Of(definition, dialect, load, table, columns.Target).Matched(audit);
        var left = Leave(database, load, Overtaken(database, matched, audit is not null, refused), refused);
        return counts with { Inserted = counts.Inserted - left, Rejected = counts.Rejected + left };
    }

    private HashSet<long> Overtaken(IDatabase database, string matched, bool knowsAudit, RefusedRows refused)
    {
        var overtaken = new HashSet<long>();
        Each(database, matched, [], (batch, row) =>
        {
            var number = KeptRows.Number(batch.Columns[0], row);
            var attempt = Of(refused.Find(number).Row).Attempt;
            var isOlder = knowsAudit && !batch.Columns[1].IsNull(row)
                && KeptRows.Number(batch.Columns[1], row) < attempt;
            if (!isOlder || !_newest.Contains(attempt))
            {
                overtaken.Add(number);
            }
        });
        return overtaken;
    }

    private static long Leave(IDatabase database, TableName load, HashSet<long> overtaken, RefusedRows refused)
    {
        foreach (var number in overtaken.Order())
        {
            database.Execute(database.Platform.Dialect.DeleteRowOf(load), ("first", number));
            refused.Reject(Overtaken(refused.Find(number).Row));
        }

        return overtaken.Count;
    }

    /// <summary>Marks what was loaded, and writes why the rest was refused again.</summary>
    /// <param name="database">The target's, in the transaction that publishes.</param>
    /// <param name="refused">The rows that were refused again; null = none.</param>
    /// <exception cref="PackageRefusedException">Rows or ledger are not what they were when it began.</exception>
    public void Settle(IDatabase database, IEnumerable<RejectedRow>? refused)
    {
        if (!look().SequenceEqual(attempts))
        {
            throw Refused("a load of the package has begun or ended meanwhile");
        }

        var dialect = database.Platform.Dialect;
        var at = context.Time.GetUtcNow().ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture);
        // From here on nobody else changes them.
        var marked = database.Execute(Sql(dialect).Mark(Attempts), ("by", context.AttemptId), ("at", at));
        if (marked != _read.Count || !IsAsRead(database))
        {
            throw Refused($"rows of '{errors}' were changed meanwhile");
        }

        foreach (var row in refused ?? [])
        {
            Refuse(database, row);
        }

        CrashPoint.Pass("replay.marked");
    }

    private ReplayDialect Sql(Dialect dialect) => new(dialect, errors, Names);

    private bool IsAsRead(IDatabase database)
    {
        using var again = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        Each(database, Sql(database.Platform.Dialect).Marked, [("by", context.AttemptId)], (batch, row) => Note(
            again, KeptRows.Number(batch.Columns[0], row), KeptRows.Number(batch.Columns[1], row),
            batch.Columns[2].Bytes(row)));
        return again.GetHashAndReset().AsSpan().SequenceEqual(_hash.GetHashAndReset());
    }

    private void Refuse(IDatabase database, RejectedRow row)
    {
        var (attempt, id) = Of(row.Row);
        var dialect = database.Platform.Dialect;
        _readable ??= KeptRejects.TextsOf(database, errors, Changed);
        string? Text(string name, string? text) =>
            text is null ? null : _readable[Array.IndexOf(Changed, name)].Of(text);
        object?[] values =
        [
            Text("ColumnName", row.Column), Text("Value", row.Value), row.ActualSize, row.AllowedSize,
            row.Reason.ToString(), row.Code, Text("Message", row.Message),
        ];
        database.Execute(Sql(dialect).Refuse(Changed),
        [
            .. values.Select((value, place) => ($"p{place + 1}", value)), ("attempt", attempt), ("row", id),
        ]);
    }

    private (long Attempt, long Id) Of(long number) => number > 0 && number <= _read.Count ? _read[(int)number - 1]
        : throw new PackageRefusedException(
            "ORC3447", ErrorClass.Data, "publish",
            "The target refused rows, and which of them cannot be told any more. Nothing was replayed: look at what it "
            + "refuses, correct it, or load the package again.");

    private static RejectedRow Overtaken(long number) => new()
    {
        Row = number,
        Column = "",
        Value = null,
        Shown = "",
        Reason = RejectReason.Overtaken,
        Code = "ORC3449",
        Message = "the target holds a row of its key that a load may have read later",
    };

    private static PackageRefusedException Refused(string why) => new(
        "ORC3447", ErrorClass.Transient, "publish",
        $"While rejected rows were loaded, {why}. Nothing was replayed; look at `rejects list`, and try again.");

    private static void Note(IncrementalHash into, long attempt, long id, ReadOnlySpan<byte> row)
    {
        Span<byte> numbers = stackalloc byte[3 * sizeof(long)];
        BitConverter.TryWriteBytes(numbers, attempt);
        BitConverter.TryWriteBytes(numbers[sizeof(long)..], id);
        BitConverter.TryWriteBytes(numbers[(2 * sizeof(long))..], (long)row.Length);
        into.AppendData(numbers);
        into.AppendData(row);
    }

    private static void Each(
        IDatabase database, string sql, IReadOnlyList<(string, object?)> values, Action<RowBatch, int> tell)
    {
        using var reader = database.Read(sql, values);
        using var pool = new RowBatchPool(new MemoryBudget(RowText.BytesMax), reader.Columns, 64 << 10);
        using var batch = pool.RentNow();
        while (reader.Read(batch, CancellationToken.None))
        {
            for (var row = 0; row < batch.Count; row++)
            {
                tell(batch, row);
            }
        }
    }
}
