using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>A table of a database as what a load writes into.</summary>
internal sealed class DatabaseStore(PackageContext context, Func<string, long> freeBytes) : ILoadStore
{
    private readonly DatabaseAccess _access = DatabaseAccess.ToTarget(context);

    /// <summary>The way to the database.</summary>
    public DatabaseAccess Access => _access;

    public StoreRules Rules => new(_access.Platform.Name, _access.Platform.Dialect, Complete)
    {
        Limits = _access.Platform.Abilities.HasEncodings ? Limits : null,
        There = context.Object.TakesNullAsThere ? There : null,
    };

    public string Errors => $"'{ErrorTable.NameOf(context.Object, _access.Platform)}'";

    /// <summary>Beside the database file, whose disk must have room anyway; else with what the run keeps.</summary>
    public string SpoolFolder => _access.Platform.Abilities.IsFile
        ? Path.GetDirectoryName(_access.Address.File)!
        : context.Folder;

    /// <summary>
    /// A refresh removes all rows in the transaction that adds its own, so it was committed where none are left of the
    /// attempts that count, which all come before the unfinished ones. Where they had left none, nothing is lost by
    /// loading all of them.
    /// </summary>
    public bool IsRefreshed(WatermarkStart start)
    {
        var target = context.Object.Target;
        var dialect = _access.Platform.Dialect;
        var table = dialect.Table(target.Schema, target.Name);
        return _access.Look(database => database.KindOf(table) is null || database.Number(
            dialect.CountBelow(table, TargetRows.AuditColumn(context.Object)),
            ("value", start.Unfinished.Min())) == 0);
    }

    public IReadOnlySet<string> LeftOut(IReadOnlyList<RowColumn> source)
    {
        var definition = context.Object;
        if (definition.Load.Drift.Value != Drift.Ignore || definition.Columns.Count > 0
            || definition.Load.Pattern.Value == LoadPattern.DropAndReload)
        {
            return new HashSet<string>();
        }

        var dialect = _access.Platform.Dialect;
        var table = dialect.Table(definition.Target.Schema, definition.Target.Name);
        var there = _access.Look(database => database.Columns(table))
            .Select(column => dialect.Fold(column.Name)).ToHashSet();
        var filled = definition.SystemColumns.Select(column => dialect.Fold(column.Column)).ToHashSet();
        var read = source.Where(column => !filled.Contains(dialect.Fold(column.Name))).ToArray();
        var lacked = read.Where(column => !there.Contains(dialect.Fold(column.Name)))
            .Select(column => column.Name).ToHashSet();
        // A table that has none of them is another one, and said to be so.
        return there.Count == 0 || lacked.Count == read.Length ? new HashSet<string>() : lacked;
    }

    public LoadPath Choose(LoadSource source, LoadColumns columns) => PathChoice.Of(context, source, _access, columns);

    public void RefuseWithoutRoom(long bytesExpected)
    {
        if (_access.Platform.Abilities.IsFile)
        {
            FreeDisk.Check(_access.Address.File, bytesExpected, context.Object, freeBytes);
        }
    }

    public IDisposable? TakeTurn() => _access.TakeTurn();

    public ILoadTarget Open(
        LoadColumns columns, WatermarkStart? start, Action<RejectedRow> reject, long? lastLoad) =>
        new LoadTarget(_access, columns, context, start, reject, lastLoad: lastLoad);

    public void AfterWriting() => _access.AfterWriting();

    public void Dispose() => _access.LetGo();

    // The encoding of a database never changes: most have every character, and are asked once in a run.
    private IReadOnlyList<ColumnLimits> Limits(IReadOnlyList<RowColumn> columns)
    {
        var rules = _access.Platform.Dialect;
        if (context.Resources.Texts.AreAll(_access.Address.ConnectionString)
            || !columns.Any(column => ValueStorages.Of(column.Type) == ValueStorage.Bytes))
        {
            return [.. columns.Select(rules.Limits)];
        }

        return _access.Look<IReadOnlyList<ColumnLimits>>(database =>
        {
            Note(database);
            return [.. columns.Select(database.Limits)];
        });
    }

    private IReadOnlyList<RowColumn> There()
    {
        var target = context.Object.Target;
        var table = _access.Platform.Dialect.Table(target.Schema, target.Name);
        return _access.Look(database => database.Columns(table));
    }

    private void Note(IDatabase database)
    {
        if (database.TextEncoding is "UTF8")
        {
            context.Resources.Texts.NoteAll(_access.Address.ConnectionString);
        }
    }

    // A table that is made anew is what the metadata say, whatever stands there now.
    private IReadOnlyList<RowColumn> Complete(IReadOnlyList<RowColumn> columns)
    {
        var target = context.Object.Target;
        return _access.Look(database =>
        {
            Note(database);
            return database.Complete(
                _access.Platform.Dialect.Table(target.Schema, target.Name), columns,
                context.Object.Load.Pattern.Value == LoadPattern.DropAndReload);
        });
    }
}
