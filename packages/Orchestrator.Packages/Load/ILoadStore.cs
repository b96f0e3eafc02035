using Orchestrator.Data;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

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
    /// <param name="start">Where its watermarks stand; null = it has none.</param>
    /// <param name="reject">Told each row that the target itself refuses.</param>
    /// <param name="lastLoad">The newest load of the package when it was asked where it begins; null = it was not.
    /// </param>
    ILoadTarget Open(LoadColumns columns, WatermarkStart? start, Action<RejectedRow> reject, long? lastLoad);

    /// <summary>What is needed once it was written and closed; the caller has the turn.</summary>
    void AfterWriting();
}
