using System.Text;

namespace Orchestrator.Cli.Tests.Run;

/// <summary>
/// A source file whose end does not come until it is let go: whoever reads it hangs in the system, as over a share that
/// does not answer, and no signal or token gets it out.
/// </summary>
internal sealed class HangingFile : IDisposable
{
    // More than a pipe holds: once it is written, somebody is reading.
    private const int Rows = 8000;

    private readonly string _path;
    private FileStream? _end;

    public HangingFile(string path)
    {
        _path = path;
        File.Delete(path);
        NamedPipe.Make(path);
    }

    /// <summary>Waits until somebody has it open, and writes what leaves the reader wanting more.</summary>
    public void AwaitReader()
    {
        _end = new FileStream(_path, new FileStreamOptions
        {
            Mode = FileMode.Open,
            Access = FileAccess.Write,
            Share = FileShare.ReadWrite,
            BufferSize = 0,
        });
        var text = new StringBuilder("CustomerId,Name,Since\n");
        for (var row = 1; row <= Rows; row++)
        {
            text.Append(row).Append(",Ada Lovelace,2019-12-10\n");
        }

        _end.Write(Encoding.UTF8.GetBytes(text.ToString()));
    }

    /// <summary>The end of the file comes.</summary>
    public void LetGo() => _end?.Dispose();

    /// <summary>An ordinary file takes its place.</summary>
    public void Replace()
    {
        LetGo();
        File.Delete(_path);
        File.WriteAllText(_path, "CustomerId,Name,Since\n1,Ada Lovelace,2019-12-10\n");
    }

    public void Dispose() => LetGo();
}
