using Orchestrator.Data.Dataflow.Sources;
using Orchestrator.Data.Dataflow.Targets;
using Orchestrator.Data.Dataflow.Transforms;
using Orchestrator.Data.Files;
using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow;

/// <summary>
/// Adds sources that read databases and files, and targets that write them. Members of rows stand for the columns of
/// their names. Where <c>errors</c> is given, it is linked to what takes the rows that do not fit; else the first of
/// them fails the flow.
/// </summary>
public static class DataFlow
{
    /// <summary>Sends the rows of a query.</summary>
    public static Output<T> ReadQuery<T>(this Flow flow, string name, IDatabase database, string sql,
        IReadOnlyList<(string Name, object? Value)>? values = null,
        Action<Output<RejectedRow<UnreadRow>>>? errors = null) =>
        Linked(new DbReaderSource<T>(flow, name, database, sql, values), errors);

    /// <summary>Sends the rows of files.</summary>
    public static Output<T> ReadFiles<T>(
        this Flow flow, string name, SourceFiles files, Action<Output<RejectedRow<UnreadRow>>>? errors = null) =>
        Linked(new FileSource<T>(flow, name, files), errors);

    /// <summary>Sends the row batches of a reader.</summary>
    /// <param name="flow">The flow.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="open">Opens the reader, in each run anew.</param>
    public static Output<ColumnBatch> ReadBatches(
        this Flow flow, string name, Func<CancellationToken, IRowReader> open) =>
        new RowBatchSource(flow, name, open).Output;

    /// <summary>Gives columns of batches other names.</summary>
    public static Output<ColumnBatch> Rename(
        this Output<ColumnBatch> from, string name, params (string From, string To)[] names) =>
        new ColumnsTransform(from, name, names, copies: false).Output;

    /// <summary>Shows columns of batches under further names, too.</summary>
    public static Output<ColumnBatch> Copy(
        this Output<ColumnBatch> from, string name, params (string From, string To)[] names) =>
        new ColumnsTransform(from, name, names, copies: true).Output;

    /// <summary>Makes rows of batches.</summary>
    public static Output<T> ToRows<T>(this Output<ColumnBatch> from, string name,
        Action<Output<RejectedRow<UnreadRow>>>? errors = null)
    {
        var worker = new RowsOfBatches<T>(from, name);
        errors?.Invoke(worker.Rejects.Output);
        return worker.Output;
    }

    /// <summary>Inserts rows into a table, each by a statement of its own.</summary>
    public static DbInsertTarget<T> InsertInto<T>(this Output<T> from, string name, IDatabase database, TableName table,
        DbTargetOptions? options = null, Action<Output<RejectedRow<T>>>? errors = null) =>
        Linked<DbInsertTarget<T>, T>(new DbInsertTarget<T>(from, name, database, table, options), errors);

    /// <summary>Loads rows into a table in bulk.</summary>
    public static DbBulkTarget<T> BulkInto<T>(this Output<T> from, string name, IDatabase database, TableName table,
        DbTargetOptions? options = null, Action<Output<RejectedRow<T>>>? errors = null) =>
        Linked<DbBulkTarget<T>, T>(new DbBulkTarget<T>(from, name, database, table, options), errors);

    /// <summary>Writes rows into a file.</summary>
    public static FileTarget<T> WriteFile<T>(this Output<T> from, string name, TargetFile file,
        Action<Output<RejectedRow<T>>>? errors = null) =>
        Linked<FileTarget<T>, T>(new FileTarget<T>(from, name, file), errors);

    private static Output<T> Linked<T>(RowReaderSource<T> source, Action<Output<RejectedRow<UnreadRow>>>? errors)
    {
        errors?.Invoke(source.Rejects.Output);
        return source.Output;
    }

    private static TTarget Linked<TTarget, T>(TTarget target, Action<Output<RejectedRow<T>>>? errors)
        where TTarget : RowBatchTarget<T>
    {
        errors?.Invoke(target.Rejects.Output);
        return target;
    }
}
