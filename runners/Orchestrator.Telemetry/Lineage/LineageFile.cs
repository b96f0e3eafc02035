using System.Text;
using Orchestrator.Data;

namespace Orchestrator.Telemetry.Lineage;

/// <summary>Events in a file, one a line, behind what it holds. One process at a time writes it.</summary>
internal sealed class LineageFile : ILineageTarget
{
    private readonly string _file;
    private readonly StreamWriter? _writer;
    private int _lost;
    private string _why = "";

    /// <param name="file">Its full path.</param>
    public LineageFile(string file)
    {
        _file = file;
        try
        {
            OwnedFolder.Make(Path.GetDirectoryName(file)!, forGroup: true);
            _writer = new StreamWriter(Opened(file), new UTF8Encoding(false)) { NewLine = "\n", AutoFlush = true };
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            _why = refused.Message;
        }
    }

    // A collector of its group reads it, and nobody else, whatever the umask says.
    private static FileStream Opened(string file)
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.Append,
            Access = FileAccess.Write,
            Share = FileShare.Read,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead;
        }

        return new FileStream(file, options);
    }

    public void Send(string line)
    {
        try
        {
            if (_writer is { } writer)
            {
                writer.WriteLine(line);
                return;
            }
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            _why = refused.Message;
        }

        _lost++;
    }

    public string End() => _lost == 0 ? "" : $"lineage: {_lost} events are not in {_file}: {_why}";

    public void Dispose()
    {
        try
        {
            _writer?.Dispose();
        }
        catch (IOException)
        {
            // What could not be written was counted.
        }
    }
}
