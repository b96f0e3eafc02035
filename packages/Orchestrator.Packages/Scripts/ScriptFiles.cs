using Orchestrator.Data.Files.Tasks;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Scripts;

/// <summary>Files below the folders of connections, as a class reads and writes them.</summary>
internal sealed class ScriptFiles(PackageContext context) : IDisposable
{
    private readonly Dictionary<string, TaskFolder> _folders = new(StringComparer.Ordinal);
    private readonly List<Stream> _opened = [];

    public IReadOnlyList<string> Find(string connection, string pattern) => Folder(connection).Find(pattern);

    public Stream Open(string connection, string file)
    {
        var opened = Folder(connection).Open(file, context.Cancellation);
        _opened.Add(opened);
        return opened;
    }

    public void Write(string connection, string file, Action<Stream> write)
    {
        context.Cancellation.ThrowIfCancellationRequested();
        new Placement(Folder(connection, writes: true), file).Put(new WrittenContent(write), context.AttemptId,
            replaces: true, context.Fence.Pass, context.Cancellation);
    }

    public void Dispose()
    {
        _opened.ForEach(each => each.Dispose());
        foreach (var folder in _folders.Values)
        {
            folder.Dispose();
        }
    }

    private TaskFolder Folder(string name, bool writes = false)
    {
        var connection = ScriptReach.Folder(context, name, writes);
        if (!_folders.TryGetValue(name, out var folder))
        {
            folder = new TaskFolder(FileFormats.Folder(context, connection));
            _folders.Add(name, folder);
        }

        return folder;
    }
}
