using System.Text;
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

    // Another service of the solution may fill a file, too, so that the next one comes before this one has.
    private const long BytesUnseenMax = 1 << 20;

    // The moment and the end of a line.
    private const int BytesAround = 64;
    private const string Form = "{Timestamp:yyyy-MM-ddTHH:mm:ss.fffzzz} {Message:lj}{NewLine}";

    private static readonly JsonFormatter Lines = new(renderMessage: true);

    private static readonly MessageTemplate Template = new MessageTemplateParser().Parse("{Text:l}");

    private readonly Call _call;
    private readonly Logger _logger;
    private readonly bool _isJson;
    private readonly OutsideText _outside;
    private readonly Lock _gate = new();
    private readonly HashSet<string> _owned = new(StringComparer.Ordinal);
    private DateTime _day;
    private long _bytesUnseen;

    public ServiceLog(Call call)
    {
        _call = call;
        _outside = new OutsideText(call.Host.Secrets);
        Folder = Path.Combine(call.SolutionFolder, ".orchestrator", "service");
        PrivateFiles.CreateFolder(Folder);
        _isJson = LogFormat.IsJson(call);
        var written = new LoggerConfiguration().WriteTo;
        var file = Path.Combine(Folder, "service-.log");
        _logger = (_isJson
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
        var now = _call.Host.Time.GetLocalNow();
        var clean = _outside.Block(text);
        var shown = _isJson ? clean : clean.ReplaceLineEndings("\n    ");
        var line = new LogEvent(now, LogEventLevel.Information, exception: null, Template,
            [new LogEventProperty("Text", new ScalarValue(shown))]);
        var json = _isJson ? JsonOf(line) : null;
        lock (_gate)
        {
            _call.Say(json ?? $"{now:HH:mm:ss} {text}");
            _logger.Write(line);
            _bytesUnseen -= Encoding.UTF8.GetByteCount(json ?? shown) + BytesAround;
            if (now.Date != _day || _bytesUnseen <= 0)
            {
                TakeFromOthers(now.Date);
            }
        }

        Told?.Invoke(now, clean);
    }

    // Serilog makes a file by the umask; below a folder that is the owner's alone nobody has opened it meanwhile. It
    // begins one for each day, and behind a full one.
    private void TakeFromOthers(DateTime today)
    {
        (_day, _bytesUnseen) = (today, 0);
        try
        {
            var files = new DirectoryInfo(Folder).GetFiles("service-*.log");
            foreach (var file in files.Where(each => _owned.Add(each.FullName)))
            {
                PrivateFiles.TakeFromOthers(file.FullName);
            }

            var newest = files.MaxBy(file => file.Name, StringComparer.Ordinal);
            _bytesUnseen = Math.Min(BytesUnseenMax, BytesMax - (newest?.Length ?? BytesMax));
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

    public void Dispose()
    {
        try
        {
            _logger.Dispose();
        }
        catch (IOException)
        {
            // The last lines have no room; they were said on stderr.
        }
    }
}
