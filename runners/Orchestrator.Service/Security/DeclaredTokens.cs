namespace Orchestrator.Service.Security;

/// <summary>Whether any token is declared, asked at most once a second. Safe for threads.</summary>
internal sealed class DeclaredTokens(Func<bool> ask, TimeProvider time)
{
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(1);

    private readonly Lock _lock = new();
    private long _asked;
    private bool? _any;

    public bool Any
    {
        get
        {
            lock (_lock)
            {
                if (_any is not { } known || time.GetElapsedTime(_asked) >= Fresh)
                {
                    _any = known = ask();
                    _asked = time.GetTimestamp();
                }

                return known;
            }
        }
    }
}
