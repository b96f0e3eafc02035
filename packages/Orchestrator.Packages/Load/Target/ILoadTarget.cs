using Orchestrator.Data;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

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
