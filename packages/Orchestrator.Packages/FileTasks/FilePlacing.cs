using Orchestrator.Data.Files.Tasks;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.FileTasks;

/// <summary>
/// Puts files where they belong. All are looked at before the first one is put: where a file must not go, none goes.
/// What stands there already with the same content is done, as by an attempt that has died behind it.
/// </summary>
/// <param name="context">The attempt.</param>
/// <param name="task">What is done.</param>
/// <param name="to">The folder that files are put below.</param>
internal sealed class FilePlacing(PackageContext context, FileTask task, TaskFolder to)
{
    private readonly ToldFiles _told = new(context.Message);

    private CancellationToken Cancellation => context.Cancellation;

    /// <summary>Where a file is put, below the folder.</summary>
    public static string PlaceOf(FileTask task, string file) =>
        Below(task, task.NewName ?? file[(file.LastIndexOf('/') + 1)..]);

    /// <summary>Copies files, or moves them: then each is removed once it stands whole at its place.</summary>
    public void Put(TaskFolder from, IReadOnlyList<string> files)
    {
        var isMove = task.Action == FileAction.Move;
        foreach (var file in isMove ? files : [])
        {
            from.RefuseLink(file);
        }

        var all = Compared(files.Select(file => (PlaceOf(task, file), (TaskContent)new FolderFile(from, file))));
        foreach (var one in all)
        {
            // Where another one is kept, this one stays: it is nowhere else.
            if (Put(one) && isMove)
            {
                context.Fence.Pass();
                ((FolderFile)one.Content).Remove();
            }
        }

        _told.End();
    }

    /// <summary>Packs files into one.</summary>
    public void Pack(TaskFolder from, IReadOnlyList<string> files)
    {
        var packed = new PackedFiles([.. files.Select(file => new FolderFile(from, file))]);
        foreach (var one in Compared([(Below(task, task.NewName!), packed)]))
        {
            Put(one);
        }

        _told.End();
    }

    /// <summary>Unpacks archives, one after the other.</summary>
    /// <param name="from">The folder that they are below.</param>
    /// <param name="files">The archives.</param>
    /// <param name="bytesMax">Bytes that the members of one may have together.</param>
    public void Unpack(TaskFolder from, IReadOnlyList<string> files, long bytesMax)
    {
        foreach (var file in files)
        {
            try
            {
                using var archive = UnpackedArchive.Open(from, file, bytesMax, Cancellation);
                var all = Compared(archive.Files.Select(one => (Below(task, one.Name), one.Content)));
                foreach (var folder in archive.Folders)
                {
                    context.Fence.Pass();
                    to.MakeFolder(Below(task, folder));
                }

                foreach (var one in all)
                {
                    Put(one);
                }
            }
            catch (Exception damage) when (UnpackedArchive.IsDamage(damage))
            {
                throw UnpackedArchive.Damaged(file, damage.Message.TrimEnd('.'), damage);
            }
        }

        _told.End();
    }

    private static string Below(FileTask task, string name) => task.Folder.Length == 0 ? name : $"{task.Folder}/{name}";

    private PlacedContent[] Compared(IEnumerable<(string Place, TaskContent Content)> all)
    {
        PlacedContent[] compared = [.. all.Select(one => (Placement: new Placement(to, one.Place), one.Content))
            .Select(one => new PlacedContent(
                one.Placement, one.Content, one.Placement.Compare(one.Content, Cancellation)))];
        return task.Existing == ExistingFile.Fail
            && Array.Find(compared, one => one.State == PlaceState.Other) is { } other
            ? throw other.Placement.Occupied() : compared;
    }

    /// <summary>Puts one; whether it stands there then.</summary>
    private bool Put(PlacedContent one)
    {
        Cancellation.ThrowIfCancellationRequested();
        var place = one.Placement.Place;
        if (one.State == PlaceState.Same)
        {
            _told.Add($"{one.Content.Said} is at '{place}' already");
            return true;
        }

        if (one.State == PlaceState.Other && task.Existing == ExistingFile.Keep)
        {
            _told.Add($"'{place}' is kept, and {one.Content.Said} is left where it is");
            return false;
        }

        one.Placement.Put(one.Content, context.AttemptId, task.Existing == ExistingFile.Replace, context.Fence.Pass,
            Cancellation);
        _told.Add($"{one.Content.Said} is at '{place}'");
        return true;
    }
}

/// <summary>What is put somewhere, beside what stands there.</summary>
internal sealed record PlacedContent(Placement Placement, TaskContent Content, PlaceState State);
