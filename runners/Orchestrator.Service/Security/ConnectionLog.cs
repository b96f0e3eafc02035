using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Orchestrator.Service.Security;

/// <summary>
/// Of all that the web server logs, what it refused before any code of ours had seen it: what cannot be read, is too
/// large, or comes too slowly. Nothing of the request itself is passed on.
/// </summary>
internal sealed class ConnectionLog(AuditTrail audit) : ILoggerFactory, ILogger
{
    private const string Refusals = "Microsoft.AspNetCore.Server.Kestrel.BadRequests";

    private readonly ILogger _silent = Microsoft.Extensions.Logging.Abstractions.NullLogger.Instance;

    /// <summary>What a status stands for, where nobody could say more.</summary>
    public static string Word(int status) => status switch
    {
        StatusCodes.Status408RequestTimeout => "the request came too slowly",
        StatusCodes.Status413PayloadTooLarge => "the body is larger than anything that is asked for here",
        StatusCodes.Status414UriTooLong or StatusCodes.Status431RequestHeaderFieldsTooLarge =>
            "the address or the headers are larger than anything that is asked for here",
        _ => "the request cannot be read",
    };

    public ILogger CreateLogger(string categoryName) => categoryName == Refusals ? this : _silent;

    public void AddProvider(ILoggerProvider provider)
    {
    }

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception,
        Func<TState, Exception?, string> formatter)
    {
        if (exception is BadHttpRequestException refused)
        {
            audit.Refused(null, "", "a request", Word(refused.StatusCode));
        }
    }

    public void Dispose()
    {
    }
}
