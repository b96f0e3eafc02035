using System.Globalization;
using System.Text;
using Orchestrator.Core;
using Orchestrator.Data.Files;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// A hidden file beside those that have arrived. It says which attempt had all of them here and went on to delete
/// them on the server: behind one that died nothing else tells why none is there any more.
/// </summary>
internal sealed class DeletedNote(PackageContext context, string folder, string into)
{
    private const int LengthMax = 200;

    private string Name => RemoteName.Join(into,
        $".{FileTemplate.Safe(context.Object.Project)}.{FileTemplate.Safe(context.Object.Name)}.deleted");

    /// <summary>Leaves it, on the disk.</summary>
    public void Leave()
    {
        try
        {
            using var file = ArrivingFile.Begin(folder, Name, context.AttemptId);
            file.Stream.Write(Encoding.UTF8.GetBytes(Text(context.AttemptId)));
            file.Complete();
            context.Fence.Pass();
            file.Publish();
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw FetchedFiles.Unwritten(Name, problem);
        }
    }

    /// <summary>The attempt before this one, where it left the note and was not recorded as a success; null = it did
    /// not.</summary>
    public long? IsOfEarlier()
    {
        if (context.Past.Earlier() is not { } earlier || !TransferContract.MayHaveTaken(earlier)
            || FileListing.StampOf(folder, Name) is not { Size: < LengthMax })
        {
            return null;
        }

        var said = RawFile.Content(
            folder, Name, LengthMax, over => context.HeldUp(WaitReason.Server, over), context.Cancellation);
        return said is not null && Encoding.UTF8.GetString(said) == Text(earlier.Attempt) ? earlier.Attempt : null;
    }

    private string Text(long attempt) =>
        string.Create(CultureInfo.InvariantCulture, $"{context.Ledger} {attempt}\n");
}
