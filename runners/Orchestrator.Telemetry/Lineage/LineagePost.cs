using System.Text;
using System.Threading.Channels;
using Orchestrator.Runner.Outbound;

namespace Orchestrator.Telemetry.Lineage;

/// <summary>
/// Events posted to an address, one behind the other on threads of the pool. As many wait as fit into its queue; what
/// does not, is refused or gets no answer is lost, and counted.
/// </summary>
internal sealed class LineagePost : ILineageTarget
{
    private const int Most = 20_000;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(3);

    private readonly Channel<string> _waiting = Channel.CreateBounded<string>(Most);
    private readonly OutboundPost _post;
    private readonly LineageSettings _settings;
    private readonly CancellationTokenSource _over = new();
    private readonly Task _sending;
    private int _taken;
    private int _sent;
    private string _why = "";

    public LineagePost(LineageSettings settings, TimeProvider time)
    {
        _settings = settings;
        _post = new OutboundPost(
            new OutboundRules { AllowPrivate = settings.AllowsPrivate, Timeout = TimeSpan.FromSeconds(5) }, time);
        _sending = Task.Run(SendAllAsync);
    }

    public void Send(string line)
    {
        _taken++;
        if (!_waiting.Writer.TryWrite(line) && _why.Length == 0)
        {
            _why = "too many waited";
        }
    }

    public string End()
    {
        _waiting.Writer.Complete();
        var isDone = _sending.Wait(Patience);
        var lost = _taken - Volatile.Read(ref _sent);
        return lost == 0 ? ""
            : $"lineage: {lost} of {_taken} events did not reach the server: "
            + (_why.Length > 0 ? _why : isDone ? "it refused them" : "it took too long");
    }

    public void Dispose()
    {
        _over.Cancel();
        _post.Dispose();
    }

    private async Task SendAllAsync()
    {
        var headers = _settings.Key.Length == 0 ? new Dictionary<string, string>()
            : new Dictionary<string, string> { ["Authorization"] = $"Bearer {_settings.Key}" };
        await foreach (var line in _waiting.Reader.ReadAllAsync())
        {
            try
            {
                var answer = await _post.SendAsync(
                    _settings.Address, Encoding.UTF8.GetBytes(line), "application/json", headers, _over.Token);
                _why = answer.IsTaken ? _why : $"it answered {answer.Status}";
                Interlocked.Add(ref _sent, answer.IsTaken ? 1 : 0);
            }
            catch (OutboundRefusedException refused)
            {
                // None of the others would go there, either.
                _why = refused.Message;
                return;
            }
            catch (Exception fault) when (fault is HttpRequestException or TimeoutException)
            {
                _why = fault is TimeoutException ? "it did not answer in time" : "it cannot be reached";
            }
            catch (OperationCanceledException)
            {
                return;
            }
#pragma warning disable CA1031 // Whatever it is, it costs events and not the run; a message may quote a header.
            catch (Exception mistake)
#pragma warning restore CA1031
            {
                _why = mistake.GetType().Name;
                return;
            }
        }
    }
}
