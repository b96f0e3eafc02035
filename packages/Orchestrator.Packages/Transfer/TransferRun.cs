using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>One attempt of a transfer: signs in, and brings one file after the other.</summary>
internal sealed class TransferRun(PackageContext context)
{
    private readonly TransferOptions _transfer = context.Object.Transfer!;
    private readonly TransferTally _tally = new(context.Message);

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        try
        {
            context.Cancellation.ThrowIfCancellationRequested();
            context.Phase("open");
            Bring();
            return new PackageResult
            {
                Outcome = NodeState.Succeeded,
                Work = new() { BytesRead = _tally.Bytes },
                Warnings = _tally.Warnings,
            };
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var ended = Faults.Result(fault, "read", _transfer.Connection, context.Cancellation);
            return ended with { Work = ended.Work with { BytesRead = _tally.Bytes } };
        }
    }

    private void Bring()
    {
        var server = _transfer.Server!;
        var folder = FileFormats.Folder(context, Addresses.Find(context.Solution, _transfer.Connection));
        var signIn = ServerSignIn.Of(server, context.Solution.Folder, context.Resolve);
        context.Fence.Pass();
        using var session = FileSession.Open(server, signIn, context.Time, context.Cancellation);
        if (_transfer.IsGet)
        {
            new FetchedFiles(context, session, folder, _tally).Get();
        }
        else
        {
            new SentFiles(context, session, folder, _tally).Put();
        }
    }
}
