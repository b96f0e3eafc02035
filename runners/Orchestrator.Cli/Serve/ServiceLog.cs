using Orchestrator.Cli.Grammar;
using Orchestrator.Runner.Text;
using Serilog;
using Serilog.Core;
using Serilog.Events;
using Serilog.Parsing;

namespace Orchestrator.Cli.Serve;

/// <summary>
/// What a service says: on stderr, and in a file for each day below the solution's folder, of which thirty stay. Each
/// text passes the gate first. Safe for threads.
/// </summary>
internal sealed class ServiceLog : IDisposable
{
    private const int DaysKept = 30;

    private static readonly MessageTemplate Template = new MessageTemplateParser().Parse("{Text:l}");

    private readonly Call call;
    private readonly Logger logger;
    private readonly OutsideText outside;
    private readonly Lock gate = new();

    public ServiceLog(Call call)
    {
        this.call = call;
        outside = new OutsideText(call.Host.Secrets);
        Folder = Path.Combine(call.SolutionFolder, ".orchestrator", "service");
        Directory.CreateDirectory(Folder);
        logger = new LoggerConfiguration().WriteTo.File(
            Path.Combine(Folder, "service-.log"),
            outputTemplate: "{Timestamp:yyyy-MM-ddTHH:mm:ss.fffzzz} {Message:lj}{NewLine}",
            rollingInterval: RollingInterval.Day, retainedFileCountLimit: DaysKept, shared: true).CreateLogger();
    }

    /// <summary>Where the files lie.</summary>
    public string Folder { get; }

    /// <summary>Told each line as well, without secrets; null = nobody is.</summary>
    public Action<DateTimeOffset, string>? Told { get; set; }

    /// <summary>Says a line.</summary>
    public void Write(string text)
    {
        var now = call.Host.Time.GetLocalNow();
        var clean = outside.Block(text);
        lock (gate)
        {
            call.Say($"{now:HH:mm:ss} {text}");
            logger.Write(new LogEvent(now, LogEventLevel.Information, exception: null, Template,
                [new LogEventProperty("Text", new ScalarValue(clean.ReplaceLineEndings("\n    ")))]));
        }

        Told?.Invoke(now, clean);
    }

    /// <inheritdoc/>
    public void Dispose() => logger.Dispose();
}
