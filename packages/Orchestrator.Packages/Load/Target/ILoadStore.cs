using Orchestrator.Data;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>What a load writes into, before it is open: a table of a database, or a file.</summary>
internal interface ILoadStore : IDisposable
{
    /// <summary>Which columns it can have.</summary>
    StoreRules Rules { get; }

    /// <summary>Where rejected rows are kept, for messages: "'err.customer'".</summary>
    string Errors { get; }

    /// <summary>The folder for what a load must put aside on its way.</summary>
    string SpoolFolder { get; }

    /// <summary>
    /// Whether an earlier full refresh without a success has changed it, so that what was loaded before is gone.
    /// </summary>
    /// <param name="start">Where the watermark stands; one of the unfinished attempts was a full refresh.</param>
    bool IsRefreshed(WatermarkStart start);

    /// <summary>Columns of the source, by name, that the target lacks and `drift: ignore` leaves out.</summary>
    IReadOnlySet<string> LeftOut(IReadOnlyList<RowColumn> source) => new HashSet<string>();

    /// <summary>The load path, looking at both ends where that is needed.</summary>
    LoadPath Choose(LoadSource source, LoadColumns columns);

    /// <summary>Refuses a load for which there is no room.</summary>
    /// <exception cref="PackageRefusedException">There is too little.</exception>
    void RefuseWithoutRoom(long bytesExpected);

    /// <summary>Waits for the turn to write; null where there are none.</summary>
    IDisposable? TakeTurn();

    /// <summary>Opens it.</summary>
    /// <param name="columns">The columns.</param>
    /// <param name="start">Where its watermarks stand; null = it has none.</param>
    /// <param name="reject">Told each row that the target itself refuses.</param>
    /// <param name="lastLoad">The newest load of the package when it was asked where it begins; null = it was not.
    /// </param>
    ILoadTarget Open(LoadColumns columns, WatermarkStart? start, Action<RejectedRow> reject, long? lastLoad);

    /// <summary>What is needed once it was written and closed; the caller has the turn.</summary>
    void AfterWriting();
}

/// <summary>What a load writes into, from the first row to the last. Used by one thread.</summary>
internal interface ILoadTarget : IDisposable
{
    /// <summary>How its rows are published, for the record.</summary>
    string Publishing { get; }

    /// <summary>What of it was changed for the rows.</summary>
    IReadOnlyList<string> Warnings => [];

    /// <summary>Rows of others that an Append has found in its target, once it is published; else 0.</summary>
    long StoodBefore => 0;

    /// <summary>Why a crash of the server empties it, once it is published; null = none does.</summary>
    CrashLoss? LostInCrash => null;

    /// <summary>
    /// How many files of the source were not taken that somebody is not done with: without their rows those that are
    /// loaded are not all that there is.
    /// </summary>
    long FilesLeft
    {
        set { }
    }

    /// <summary>
    /// Told the rows when all but the last commit is done: what comes of the attempt with it. Asked by a target whose
    /// hooks go with that commit.
    /// </summary>
    Func<RowCounts, PackageResult>? Finishing
    {
        set { }
    }

    /// <summary>Rows that stay in the target although the load fails.</summary>
    long Kept { get; }

    /// <summary>Whether what stood in the target is changed although the load fails, be it that no row stays.</summary>
    bool HasCommitted => false;

    /// <summary>Begins, and makes what the rows go into.</summary>
    /// <exception cref="PackageRefusedException">It is missing, has drifted, or is in use.</exception>
    void Begin();

    /// <summary>Lets the server copy all rows of the source, where the load path says so.</summary>
    /// <returns>How many there were.</returns>
    long Copy(LoadSource source) => throw new NotSupportedException("Files do not copy rows by themselves.");

    /// <summary>
    /// Opens one of several streams, for the thread that calls; what they wrote is published together.
    /// </summary>
    /// <param name="cancellation">Stops it.</param>
    PartTarget OpenPart(CancellationToken cancellation) =>
        throw new NotSupportedException("Files have one stream.");

    /// <summary>Writes a batch.</summary>
    /// <returns>How many rows were rejected.</returns>
    long Write(RowBatch batch);

    /// <summary>
    /// Publishes the rows, checks their number and keeps the rejected ones, for which it asks at the end, because more
    /// may be refused on the way (null = there are none).
    /// </summary>
    /// <returns>What became of the rows.</returns>
    RowCounts Publish(RowCounts counts, Func<IEnumerable<RejectedRow>?> rejected);

    /// <summary>Takes back what is not published, and keeps the rejected rows (null = there are none).</summary>
    void Abandon(Exception fault, IEnumerable<RejectedRow>? rejected);
}
