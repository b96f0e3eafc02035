using Orchestrator.Cli.Grammar;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Text;
using Serilog;
using Serilog.Core;
using Serilog.Events;
using Serilog.Formatting.Json;
using Serilog.Parsing;

namespace Orchestrator.Cli.Serve;

/// <summary>
/// What a service says: on stderr, and in a file for each day (and each 100 MB) below the solution's folder, of which
/// thirty stay. Each text passes the gate first. Safe for threads.
/// </summary>
internal sealed class ServiceLog : IDisposable
{
    private const int FilesKept = 30;
    private const long BytesMax = 100 << 20;
    private const string Form = "{Timestamp:yyyy-MM-ddTHH:mm:ss.fffzzz} {Message:lj}{NewLine}";

    private static readonly JsonFormatter Lines = new(renderMessage: true);

    private static readonly MessageTemplate Template = new MessageTemplateParser().Parse("{Text:l}");

    private readonly Call call;
    private readonly Logger logger;
    private readonly bool isJson;
    private readonly OutsideText outside;
    private readonly Lock gate = new();
    private readonly HashSet<string> owned = new(StringComparer.Ordinal);

    public ServiceLog(Call call)
    {
        this.call = call;
        outside = new OutsideText(call.Host.Secrets);
        Folder = Path.Combine(call.SolutionFolder, ".orchestrator", "service");
        PrivateFiles.CreateFolder(Folder);
        isJson = LogFormat.IsJson(call);
        var written = new LoggerConfiguration().WriteTo;
        var file = Path.Combine(Folder, "service-.log");
        logger = (isJson
            ? written.File(Lines, file, rollingInterval: RollingInterval.Day, fileSizeLimitBytes: BytesMax,
                rollOnFileSizeLimit: true, retainedFileCountLimit: FilesKept, shared: true)
            : written.File(file, outputTemplate: Form, rollingInterval: RollingInterval.Day,
                fileSizeLimitBytes: BytesMax, rollOnFileSizeLimit: true, retainedFileCountLimit: FilesKept,
                shared: true)).CreateLogger();
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
        var line = new LogEvent(now, LogEventLevel.Information, exception: null, Template,
            [new LogEventProperty("Text", new ScalarValue(isJson ? clean : clean.ReplaceLineEndings("\n    ")))]);
        lock (gate)
        {
            call.Say(isJson ? JsonOf(line) : $"{now:HH:mm:ss} {text}");
            logger.Write(line);
            TakeFromOthers();
        }

        Told?.Invoke(now, clean);
    }

    // Serilog makes a file by the umask; below a folder that is the owner's alone nobody has opened it meanwhile.
    private void TakeFromOthers()
    {
        try
        {
            foreach (var file in Directory.EnumerateFiles(Folder, "service-*.log").Where(owned.Add))
            {
                PrivateFiles.TakeFromOthers(file);
            }
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            // The folder is gone, or a file is somebody else's, who says who reads it.
        }
    }

    private static string JsonOf(LogEvent line)
    {
        using var text = new StringWriter();
        Lines.Format(line, text);
        return text.ToString().TrimEnd();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        try
        {
            logger.Dispose();
        }
        catch (IOException)
        {
            // The last lines have no room; they were said on stderr.
        }
    }
}
