using System.Net.Sockets;

namespace Orchestrator.Runner.Outbound;

/// <summary>Says why a request got no answer, in words that hold nothing of its address.</summary>
internal static class OutboundFault
{
    /// <summary>Whether it came before anything of the request could be sent.</summary>
    public static bool IsBefore(HttpRequestException exception) => exception.HttpRequestError
        is HttpRequestError.NameResolutionError or HttpRequestError.ConnectionError
        or HttpRequestError.SecureConnectionError;

    public static string Why(HttpRequestException exception) => exception.HttpRequestError switch
    {
        HttpRequestError.NameResolutionError => "its name leads nowhere",
        HttpRequestError.ConnectionError => exception.InnerException is SocketException refused
            ? $"no connection could be made ({refused.SocketErrorCode})" : "no connection could be made",
        HttpRequestError.SecureConnectionError => "no secure connection could be made"
            + (exception.InnerException is { } why ? $" ({why.Message.TrimEnd('.')})" : ""),
        HttpRequestError.ResponseEnded => "the connection ended before an answer",
        HttpRequestError.InvalidResponse => "what came is no answer of HTTP",
        HttpRequestError.ConfigurationLimitExceeded => "the headers of the answer are too long",
        _ => "the connection broke",
    };
}
