using System.Globalization;
using Orchestrator.Data;
using Orchestrator.Data.Scd;

namespace Orchestrator.Packages.Scd;

/// <summary>Set by set in the target's database: rows are held against the newest versions by one join.</summary>
internal sealed class SetEngine : IScdEngine
{
    private readonly ScdWork _work;
    private readonly ScdTables _tables;
    private readonly ScdDialect _sql;
    private readonly ScdHistoryDialect _history;
    private readonly ScdKeyDialect _keys;

    public SetEngine(ScdWork work)
    {
        _work = work;
        _tables = ScdTables.Of(work.Dialect, work.Target, work.Context.AttemptId);
        _sql = new ScdDialect(work.Dialect, _tables, work.Rows);
        _history = new ScdHistoryDialect(work.Dialect, _tables, work.Rows);
        _keys = new ScdKeyDialect(work.Dialect, _tables, work.Rows);
    }

    public (ScdCounts Counts, long Added) Run(ScdDelivery delivery)
    {
        _work.Execute(_work.Dialect.CountFilled(_tables.Load));
        var (hasTwins, duplicate) = RemoveDuplicates();
        CrashPoint.Pass("scd.deduplicated");
        Sort(hasTwins, delivery.IsFirst);
        var isUnknown = Judge();
        if (hasTwins || _work.Rows.Deleted is not null)
        {
            _work.Execute(_sql.IndexRows);
        }

        ShareValues(hasTwins);
        var ended = _work.Change(_sql.Cut);
        if (isUnknown)
        {
            _work.Took("changed versions", _work.Number(_history.CountMoved), _work.Change(_history.Cut));
            Reopen();
        }

        CrashPoint.Pass("scd.cut");
        var corrected = _work.Change(_sql.Correct);
        var added = _work.Add(_sql.Add, _sql.LastNumber);
        if (delivery.LacksIndex)
        {
            _work.Execute(_sql.IndexTarget);
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
        long[] counts = [.. _work.Database.Ask(_sql.Count).First.Select(
            count => long.Parse(count!, CultureInfo.InvariantCulture))];
        _work.Took("ends of versions", counts[2], done.Ended);
        _work.Took("corrected versions", counts[3], done.Corrected);
        _work.Took("new versions", counts[4], done.Added);
        return new ScdCounts(counts[0], counts[1], 0, 0, 0);
    }

    private (bool HasTwins, long Duplicate) RemoveDuplicates()
    {
        _work.Make(_tables.Repeated, _sql.KeyColumns);
        if (_work.Execute(_sql.FindRepeated) == 0)
        {
            return (false, 0);
        }

        _work.Execute(_work.Dialect.CountFilled(_tables.Repeated));
        var duplicate = _work.Execute(_sql.RemoveDuplicates);
        if (_sql.FindTwins is not { } find)
        {
            return (false, duplicate);
        }

        _work.Make(_tables.Twins, _sql.KeyColumns);
        return (_work.Execute(find) > 0, duplicate);
    }

    private void Sort(bool hasTwins, bool isFirst)
    {
        _work.Make(_tables.Work, _sql.WorkColumns(_work.Load), _sql.RowsFoundBy);
        _work.Execute(_sql.Sort(_work.Load, hasTwins, isFirst));
        _work.Execute(_work.Dialect.CountFilled(_tables.Work));
        CrashPoint.Pass("scd.sorted");
    }

    /// <summary>True = some rows need a look at all versions of their keys, and had it.</summary>
    private bool Judge()
    {
        if (_work.Database.Number(_sql.CountUnknown) == 0)
        {
            return false;
        }

        if (_work.Database.Number(_history.CountWrong) is var wrong and > 0)
        {
            throw VersionRefusal.Of(_work.Rows, $"{_work.Target}", $"in {wrong} of them it is NULL");
        }

        _work.Make(_tables.History, _history.Columns);
        _work.Execute(_history.Fill);
        _work.Execute(_history.Judge);
        return true;
    }

    private void ShareValues(bool hasTwins)
    {
        if (_work.Rows.OfKey.Count == 0 && _work.Rows.Deleted is null)
        {
            return;
        }

        _work.Make(_tables.Keys, _keys.KeyColumns);
        _work.Execute(_keys.FindKeys);
        if (_work.Rows.OfKey.Count == 0)
        {
            return;
        }

        var hasSteps = hasTwins && _keys.HasSteps;
        if (hasSteps)
        {
            _work.Make(_tables.Steps, _keys.StepColumns);
            _work.Execute(_keys.FindSteps);
            _work.Execute(_work.Dialect.CountFilled(_tables.Steps));
        }

        _work.Make(_tables.Values, _keys.ValueColumns);
        _work.Execute(_keys.FindValues(hasSteps));
        _work.Execute(_keys.Judge);
        _work.Execute(hasSteps ? _keys.JudgeSteps : null);
        var written = _work.Number(_keys.CountWritten);
        if (written > 0)
        {
            _work.Took("versions with other values", written, _work.Change(_keys.Write));
        }

        CrashPoint.Pass("scd.shared");
    }

    private void Reopen()
    {
        if (_work.Rows.Closes && _work.Execute(_history.Reopen(_work.Load)) > 0)
        {
            _work.Execute(_history.JudgeReopened);
        }
    }

    private void Unflag()
    {
        if (_work.Rows.Deleted is null)
        {
            return;
        }

        _work.Make(_tables.Back, _sql.KeyColumns);
        var flagged = _work.Execute(_sql.FindFlagged);
        if (flagged > 0)
        {
            _work.Execute(_work.Dialect.CountFilled(_tables.Back));
            _work.Execute(_sql.JudgeFlagged);
            _work.Took("keys that lose their flag", flagged, _work.Change(_sql.Unflag));
        }
    }

    private long Close()
    {
        _work.Execute(_sql.IndexLoad);
        _work.Make(_tables.Gone, _sql.KeyColumns);
        var closed = _work.Execute(_sql.FindMissing);
        if (closed > 0)
        {
            _work.Execute(_work.Dialect.CountFilled(_tables.Gone));
            _work.Took("closed keys", closed, _work.Change(_sql.CloseMissing));
        }

        CrashPoint.Pass("scd.closed");
        return closed;
    }
}
