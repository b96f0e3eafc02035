using System.Globalization;
using System.Text.Json;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Hooks;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// What came of a load with hooks in its transaction, committed with both. Rows can be loaded again, and what a hook
/// has done cannot be told from what it would do once more: so where a process died between that commit and its record,
/// the attempt that goes on records what is there.
/// </summary>
internal sealed class LoadEnd
{
    private const int Counts = 9;
    private const int PerFile = 7;
    private const int BeforeFiles = Counts + 5;

    private readonly PackageContext _context;
    private readonly EndDialect _sql;
    private readonly (string, object?)[] _package;

    private LoadEnd(PackageContext context, TableName table, Dialect dialect)
    {
        _context = context;
        _sql = new EndDialect(dialect);
        _package =
        [
            ("schema", table.Schema is null ? "" : dialect.Fold(table.Schema)), ("name", dialect.Fold(table.Name)),
            ("ledger", context.Ledger.ToString()), ("package", context.Object.FullName),
        ];
    }

    /// <summary>The end of a load; null where no hook is part of it.</summary>
    public static LoadEnd? Of(PackageContext context, TableName table, Dialect dialect) =>
        TransactionHooks.AreIn(context.Object) ? new LoadEnd(context, table, dialect) : null;

    /// <summary>Makes its table, in a transaction of its own.</summary>
    public void Prepare(IDatabase database, CancellationToken cancellation) =>
        OwnTable.Make(database, _sql.Table, _sql.Columns, _sql.OneRowPerAttempt, cancellation);

    /// <summary>Looks under the claim whether an attempt that this one repeats was committed after all.</summary>
    /// <exception cref="FinishedBeforeException">It was.</exception>
    public void Find(IDatabase database)
    {
        var found = database.Ask(_sql.Read, _package).First;
        if (found.Count > 0 && long.Parse(found[0]!, CultureInfo.InvariantCulture) is var attempt
            && _context.Past.MayFinish(attempt))
        {
            throw new FinishedBeforeException(attempt, Parse(found[1]!, attempt));
        }
    }

    /// <summary>Keeps what comes of the attempt, inside its last transaction.</summary>
    public void Keep(IDatabase database, PackageResult result)
    {
        (string, object?)[] row = [.. _package, ("attempt", _context.AttemptId)];
        database.Execute(_sql.Remove, row);
        database.Execute(_sql.Add, [.. row, ("result", Text(result))]);
    }

    private static string Text(PackageResult result)
    {
        var counts = result.Counts;
        long[] numbers =
        [
            counts.Read, counts.Inserted, counts.Updated, counts.Unchanged, counts.Duplicate, counts.Filtered,
            counts.Rejected, counts.Truncated, counts.Closed, result.BytesRead,
        ];
        string?[] all =
        [
            .. numbers.Select(number => number.ToString(CultureInfo.InvariantCulture)), result.LoadPath,
            result.Watermark?.Watermark, result.Watermark?.DataType, result.Watermark?.Value,
            .. result.Files.SelectMany(file => new[]
            {
                file.Connection, file.Name, file.Size.ToString(CultureInfo.InvariantCulture),
                file.Written.ToString("O", CultureInfo.InvariantCulture), file.Hash, $"{file.Outcome}", $"{file.Move}",
            }),
        ];
        return JsonSerializer.Serialize(all);
    }

    private static PackageResult Parse(string text, long attempt)
    {
        var all = JsonSerializer.Deserialize<string?[]>(text)!;
        long At(int place) => long.Parse(all[place]!, CultureInfo.InvariantCulture);
        return new PackageResult
        {
            Outcome = NodeState.Succeeded,
            Counts = new RowCounts(At(0), At(1), At(2), At(3), At(4), At(5), At(6), At(7)) { Closed = At(8) },
            BytesRead = At(Counts),
            LoadPath = all[Counts + 1]!,
            Watermark = all[Counts + 2] is { } name
                ? new WatermarkMoved(name, all[Counts + 3]!, all[Counts + 4]) : null,
            Files = [.. all[BeforeFiles..].Chunk(PerFile).Select(file => new ReadFile
            {
                Connection = file[0]!,
                Name = file[1]!,
                Size = long.Parse(file[2]!, CultureInfo.InvariantCulture),
                Written = DateTimeOffset.ParseExact(file[3]!, "O", CultureInfo.InvariantCulture),
                Hash = file[4]!,
                Outcome = Enum.Parse<FileOutcome>(file[5]!),
                Move = Enum.Parse<FileMove>(file[6]!),
            })],
            Warnings =
            [
                $"attempt {attempt} had committed these rows together with its hooks before its process died: they are "
                + "recorded now, and nothing was loaded or run once more",
            ],
        };
    }
}

/// <summary>An attempt that this one repeats was committed, with all that belongs to it.</summary>
/// <param name="attempt">Its number.</param>
/// <param name="result">What came of it.</param>
internal sealed class FinishedBeforeException(long attempt, PackageResult result)
    : Exception($"attempt {attempt} was committed")
{
    public PackageResult Result => result;
}
