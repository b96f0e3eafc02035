using System.Text;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Text;
using Serilog;
using Serilog.Core;
using Serilog.Events;
using Serilog.Formatting.Json;
using Serilog.Parsing;
using Serilog.Sinks.File;

namespace Orchestrator.Runner;

/// <summary>
/// The run.log of one run, kept by Serilog from the run's start. Every text passes <see cref="OutsideText"/> first;
/// the time is the run's own clock. A disk that is full loses lines, and never the run. Safe for threads.
/// </summary>
internal sealed class RunLog : IDisposable
{
    private static readonly MessageTemplate Template = new MessageTemplateParser().Parse("{Text:l}");
    private const string Form = "{Timestamp:yyyy-MM-ddTHH:mm:ss.fffzzz} {Level:u3} {Message:lj}{NewLine}";

    private readonly Logger _logger;
    private readonly OutsideText _outside;
    private readonly TimeProvider _time;
    private readonly Action<RunLogLine>? _told;
    private readonly bool _isJson;
    private readonly LossyFile _file = new();
    private string? _notMade;

    /// <param name="file">Its full path.</param>
    /// <param name="outside">The gate.</param>
    /// <param name="request">Its clock, its form, and who is told each line as well.</param>
    public RunLog(string file, OutsideText outside, RunRequest request)
    {
        (_outside, _time, _told, _isJson) = (outside, request.Time, request.Logged, request.LogsAsJson);
        var to = new LoggerConfiguration().MinimumLevel.Debug();
        _logger = (!Make(file) ? to
            : _isJson ? to.WriteTo.File(
                new JsonFormatter(renderMessage: true), file, fileSizeLimitBytes: null, hooks: _file)
            : to.WriteTo.File(file, outputTemplate: Form, fileSizeLimitBytes: null, hooks: _file)).CreateLogger();
    }

    /// <summary>Why lines of it are lost; null = none is.</summary>
    public string? Lost => _notMade ?? _file.Failure;

    public void Information(string text) => Write(LogEventLevel.Information, RunLogLevel.Information, text);

    public void Warning(string text) => Write(LogEventLevel.Warning, RunLogLevel.Warning, text);

    public void Error(string text) => Write(LogEventLevel.Error, RunLogLevel.Error, text);

    public void Dispose() => _logger.Dispose();

    private bool Make(string file)
    {
        try
        {
            PrivateFiles.CreateFile(file).Dispose();
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            _notMade = exception.Message;
            return false;
        }
    }

    private void Write(LogEventLevel level, RunLogLevel told, string text)
    {
        var (at, clean) = (_time.GetUtcNow(), _outside.Block(text));
        _logger.Write(new LogEvent(at, level, exception: null, Template,
            [new LogEventProperty("Text", new ScalarValue(_isJson ? clean : clean.ReplaceLineEndings("\n    ")))]));
        _told?.Invoke(new RunLogLine(at, told, clean));
    }

    /// <summary>Lets no fault of the disk through to the logger, whose end would throw it again.</summary>
    private sealed class LossyFile : FileLifecycleHooks
    {
        private Func<string?>? _failure;

        public string? Failure => _failure?.Invoke();

        public override Stream OnFileOpened(string path, Stream underlyingStream, Encoding encoding)
        {
            var stream = new TolerantStream(underlyingStream);
            _failure = () => stream.Failure;
            return stream;
        }
    }
}
