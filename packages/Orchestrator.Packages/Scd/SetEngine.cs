using System.Globalization;
using Orchestrator.Data;
using Orchestrator.Data.Scd;

namespace Orchestrator.Packages.Scd;

/// <summary>Set by set in the target's database: rows are held against the newest versions by one join.</summary>
internal sealed class SetEngine : IScdEngine
{
    private readonly ScdWork work;
    private readonly ScdTables tables;
    private readonly ScdDialect sql;
    private readonly ScdHistoryDialect history;
    private readonly ScdKeyDialect keys;

    /// <summary>Works with that.</summary>
    public SetEngine(ScdWork work)
    {
        this.work = work;
        tables = ScdTables.Of(work.Dialect, work.Target, work.Context.AttemptId);
        sql = new ScdDialect(work.Dialect, tables, work.Rows);
        history = new ScdHistoryDialect(work.Dialect, tables, work.Rows);
        keys = new ScdKeyDialect(work.Dialect, tables, work.Rows);
    }

    /// <inheritdoc/>
    public (ScdCounts Counts, long Added) Run(ScdDelivery delivery)
    {
        work.Execute(work.Dialect.CountFilled(tables.Load));
        var (hasTwins, duplicate) = RemoveDuplicates();
        CrashPoint.Pass("scd.deduplicated");
        Sort(hasTwins, delivery.IsFirst);
        var isUnknown = Judge();
        if (hasTwins || work.Rows.Deleted is not null)
        {
            work.Execute(sql.IndexRows);
        }

        ShareValues(hasTwins);
        var ended = work.Change(sql.Cut);
        if (isUnknown)
        {
            work.Took("changed versions", work.Number(history.CountMoved), work.Change(history.Cut));
            Reopen();
        }

        CrashPoint.Pass("scd.cut");
        var corrected = work.Change(sql.Correct);
        var added = work.Add(sql.Add, sql.LastNumber);
        if (delivery.TargetIsNew)
        {
            work.Execute(sql.IndexTarget);
        }

        CrashPoint.Pass("scd.added");
        Unflag();
        var closed = delivery.MayDelete ? Close() : 0;
        var counts = Count((ended, corrected, added));
        var unchanged = delivery.Rows - duplicate - counts.Inserted - counts.Updated;
        return (counts with { Unchanged = unchanged, Duplicate = duplicate, Closed = closed }, added);
    }

    // What became of the rows; and what the target was to take of them it has taken.
    private ScdCounts Count((long Ended, long Corrected, long Added) done)
    {
        long[] counts = [.. work.Database.Ask(sql.Count).First.Select(
            count => long.Parse(count!, CultureInfo.InvariantCulture))];
        work.Took("ends of versions", counts[2], done.Ended);
        work.Took("corrected versions", counts[3], done.Corrected);
        work.Took("new versions", counts[4], done.Added);
        return new ScdCounts(counts[0], counts[1], 0, 0, 0);
    }

    private (bool HasTwins, long Duplicate) RemoveDuplicates()
    {
        work.Make(tables.Repeated, sql.KeyColumns);
        if (work.Execute(sql.FindRepeated) == 0)
        {
            return (false, 0);
        }

        work.Execute(work.Dialect.CountFilled(tables.Repeated));
        var duplicate = work.Execute(sql.RemoveDuplicates);
        if (sql.FindTwins is not { } find)
        {
            return (false, duplicate);
        }

        work.Make(tables.Twins, sql.KeyColumns);
        return (work.Execute(find) > 0, duplicate);
    }

    private void Sort(bool hasTwins, bool isFirst)
    {
        work.Make(tables.Work, sql.WorkColumns(work.Load));
        work.Execute(sql.Sort(work.Load, hasTwins, isFirst));
        work.Execute(work.Dialect.CountFilled(tables.Work));
        CrashPoint.Pass("scd.sorted");
    }

    /// <summary>True = some rows need a look at all versions of their keys, and had it.</summary>
    private bool Judge()
    {
        if (work.Database.Number(sql.CountUnknown) == 0)
        {
            return false;
        }

        if (work.Database.Number(history.CountWrong) is var wrong and > 0)
        {
            throw VersionRefusal.Of(work.Rows, $"{work.Target}", $"in {wrong} of them it is NULL");
        }

        work.Make(tables.History, history.Columns);
        work.Execute(history.Fill);
        work.Execute(history.Judge);
        return true;
    }

    private void ShareValues(bool hasTwins)
    {
        if (work.Rows.OfKey.Count == 0 && work.Rows.Deleted is null)
        {
            return;
        }

        work.Make(tables.Keys, keys.KeyColumns);
        work.Execute(keys.FindKeys);
        if (work.Rows.OfKey.Count == 0)
        {
            return;
        }

        var hasSteps = hasTwins && keys.HasSteps;
        if (hasSteps)
        {
            work.Make(tables.Steps, keys.StepColumns);
            work.Execute(keys.FindSteps);
            work.Execute(work.Dialect.CountFilled(tables.Steps));
        }

        work.Make(tables.Values, keys.ValueColumns);
        work.Execute(keys.FindValues(hasSteps));
        work.Execute(keys.Judge);
        work.Execute(hasSteps ? keys.JudgeSteps : null);
        var written = work.Number(keys.CountWritten);
        if (written > 0)
        {
            work.Took("versions with other values", written, work.Change(keys.Write));
        }

        CrashPoint.Pass("scd.shared");
    }

    private void Reopen()
    {
        if (work.Rows.Closes && work.Execute(history.Reopen(work.Load)) > 0)
        {
            work.Execute(history.JudgeReopened);
        }
    }

    private void Unflag()
    {
        if (work.Rows.Deleted is null)
        {
            return;
        }

        work.Make(tables.Back, sql.KeyColumns);
        var flagged = work.Execute(sql.FindFlagged);
        if (flagged > 0)
        {
            work.Execute(work.Dialect.CountFilled(tables.Back));
            work.Execute(sql.JudgeFlagged);
            work.Took("keys that lose their flag", flagged, work.Change(sql.Unflag));
        }
    }

    private long Close()
    {
        work.Execute(sql.IndexLoad);
        work.Make(tables.Gone, sql.KeyColumns);
        var closed = work.Execute(sql.FindMissing);
        if (closed > 0)
        {
            work.Execute(work.Dialect.CountFilled(tables.Gone));
            work.Took("closed keys", closed, work.Change(sql.CloseMissing));
        }

        CrashPoint.Pass("scd.closed");
        return closed;
    }
}
