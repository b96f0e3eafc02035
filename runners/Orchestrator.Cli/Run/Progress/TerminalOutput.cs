using System.Text;
using Spectre.Console;

namespace Orchestrator.Cli.Run.Progress;

/// <summary>The terminal behind stderr, for Spectre's live display.</summary>
internal sealed class TerminalOutput(Host host) : IAnsiConsoleOutput
{
    public TextWriter Writer => host.Error;

    public bool IsTerminal => host.ErrorIsTerminal;

    public int Width => host.Width;

    public int Height => host.Height;

    public void SetEncoding(Encoding encoding)
    {
    }
}
