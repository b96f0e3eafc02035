using System.Text;

namespace Orchestrator.Packages.Load;

/// <summary>What a program says on its standard error: told line by line, so much and no more.</summary>
/// <param name="tell">Told each line.</param>
internal sealed class CommandErrors(Action<string> tell)
{
    private const int LinesMax = 200;
    private const int CharsMax = 2000;

    private readonly StringBuilder line = new();
    private volatile string last = "";
    private int lines;

    /// <summary>The last line that was told, as a sentence behind another; empty where there was none.</summary>
    public string Last => last.Length == 0 ? "" : $" It said: '{last}'.";

    /// <summary>Reads it to its end, so that the program never waits for us.</summary>
    public void Read(StreamReader from)
    {
        try
        {
            var buffer = new char[1024];
            for (var read = from.Read(buffer); read > 0; read = from.Read(buffer))
            {
                foreach (var sign in buffer.AsSpan(0, read))
                {
                    Add(sign);
                }
            }

            Tell();
        }
        catch (Exception gone) when (gone is IOException or ObjectDisposedException)
        {
            // The program was killed, and we with it as far as it goes.
        }
    }

    private void Add(char sign)
    {
        if (sign == '\n')
        {
            Tell();
        }
        else if (line.Length < CharsMax)
        {
            line.Append(sign);
        }
    }

    private void Tell()
    {
        if (line.Length == 0)
        {
            return;
        }

        var text = line.ToString().TrimEnd('\r');
        line.Clear();
        if (lines++ < LinesMax)
        {
            last = text;
            tell(text);
        }
        else if (lines == LinesMax + 1)
        {
            tell("what the program says further is left out");
        }
    }
}
