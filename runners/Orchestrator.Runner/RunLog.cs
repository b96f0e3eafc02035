using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Text;
using Serilog;
using Serilog.Core;
using Serilog.Events;
using Serilog.Parsing;

namespace Orchestrator.Runner;

/// <summary>
/// The run.log of one run, kept by Serilog from the run's start. Every text passes <see cref="OutsideText"/> first;
/// the time is the run's own clock. Safe for threads.
/// </summary>
internal sealed class RunLog : IDisposable
{
    private static readonly MessageTemplate s_template = new MessageTemplateParser().Parse("{Text:l}");
    private readonly Logger _logger;
    private readonly OutsideText _outside;
    private readonly TimeProvider _time;

    public RunLog(string file, OutsideText outside, TimeProvider time)
    {
        _outside = outside;
        _time = time;
        PrivateFiles.CreateFile(file).Dispose();
        _logger = new LoggerConfiguration().MinimumLevel.Debug().WriteTo.File(file,
            outputTemplate: "{Timestamp:yyyy-MM-ddTHH:mm:ss.fffzzz} {Level:u3} {Message:lj}{NewLine}",
            fileSizeLimitBytes: null).CreateLogger();
    }

    public void Information(string text) => Write(LogEventLevel.Information, text);

    public void Warning(string text) => Write(LogEventLevel.Warning, text);

    public void Error(string text) => Write(LogEventLevel.Error, text);

    public void Dispose() => _logger.Dispose();

    private void Write(LogEventLevel level, string text) => _logger.Write(new LogEvent(
        _time.GetUtcNow(), level, exception: null, s_template,
        [new LogEventProperty("Text", new ScalarValue(_outside.Block(text).ReplaceLineEndings("\n    ")))]));
}
